import { totalmem } from 'node:os'

const MB = 1024 ** 2
/** PostgreSQL's default. */
const LEAST = 128 * MB
/** Enough for a million parts with their indexes. */
const MOST = 2048 * MB

export function embeddedSettings(): Record<string, string> {
  return {
    shared_buffers: `${sharedBuffers(usableMemory()) / MB}MB`,
    // worker processes for reads cost a small machine more than they save
    io_method: 'sync',
    max_connections: '60',
    // acknowledged orders survive a power failure
    fsync: 'on',
    // compiling costs more than it saves for short statements
    jit: 'off',
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
}

/**
 * In bytes: a quarter of the memory, as PostgreSQL's manual advises. The kernel allocates pages on first use, so that a
 * small store needs little.
 */
export function sharedBuffers(memory: number): number {
  return Math.floor(Math.min(MOST, Math.max(LEAST, memory / 4)) / MB) * MB
}

function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
