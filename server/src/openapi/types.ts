import type { JsonSchema } from './schemas.js';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: Server[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, OperationDescription>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
    securitySchemes: Record<
      string,
      { type: 'apiKey'; in: 'cookie'; name: string } | { type: 'http'; scheme: 'bearer'; description: string }
    >;
  };
}

export type Method = 'get' | 'post' | 'put' | 'delete';

interface Server {
  url: string;
}

export interface OperationDescription {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** The call is also available at this path without `/api`. */
  'x-root-path'?: string;
  security?: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Header {
  description: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema?: JsonSchema }>;

export interface RequestBody {
  required: boolean;
  content: Content;
}

export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
  links?: Record<string, Link>;
}

export interface Link {
  operationId: string;
  parameters?: Record<string, string>;
}
