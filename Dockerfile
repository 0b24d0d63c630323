# The site as one image, for the server and the projector of the network mode (docker-compose.yml).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY event-store/package.json event-store/
COPY projections/package.json projections/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci
COPY tsconfig.base.json tsconfig.json ./
COPY scripts scripts
COPY domain domain
COPY event-store event-store
COPY projections projections
COPY server server
COPY web web
# What only builds and tests need stays behind; the sources are no longer asked for once dist is there.
RUN npm run build && npm prune --omit=dev && rm -rf domain/src event-store/src projections/src server/src web/src

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# As in the npm scripts: docs/operations.md, "Memory".
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=1024"
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/server-health.mjs"]
CMD ["node", "server/dist/main.js"]
