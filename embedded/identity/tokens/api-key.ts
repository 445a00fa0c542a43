import type { FastifyRequest } from 'fastify'
import { ToolkitError } from '../http/toolkit-error.ts'

/** The key is public: a wrong one means a client of another installation. */
export function checkApiKey(apiKey: string, request: FastifyRequest, name = 'key'): void {
  const key = new URLSearchParams(request.url.split('?')[1]).get(name)
  if (!key) {
    throw new ToolkitError('The request is missing a valid API key.', {
      status: 403,
      reason: 'forbidden',
      rpcStatus: 'PERMISSION_DENIED',
    })
  }
  if (key !== apiKey) {
    throw new ToolkitError('API key not valid. Please pass a valid API key.', {
      reason: 'badRequest',
      rpcStatus: 'INVALID_ARGUMENT',
    })
  }
}
