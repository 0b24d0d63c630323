# One image for the server and for the projector of network mode (docker-compose.yml).
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
# Removes what only builds and tests need. The sources are not used once dist exists.
RUN npm run build && npm prune --omit=dev && rm -rf domain/src event-store/src projections/src server/src web/src

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# The same options as in the npm scripts; see "Memory" in docs/operations.md.
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=1024"
# Returns the memory of decoded pictures to the system.
ENV MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/server-health.mjs"]
CMD ["node", "server/dist/main.js"]
