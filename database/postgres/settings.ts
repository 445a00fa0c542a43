import { totalmem } from 'node:os'

const MB = 1024 ** 2
/** PostgreSQL's own. */
const LEAST = 128 * MB
/** A million parts with their indexes. */
const MOST = 2048 * MB

/** How the embedded server is set up on this machine. */
export function embeddedSettings(): Record<string, string> {
  return {
    shared_buffers: `${sharedBuffers(usableMemory()) / MB}MB`,
    // a helper process that reads costs a small machine more than it saves
    io_method: 'sync',
    max_connections: '60',
    // an order that was acknowledged survives a power cut
    fsync: 'on',
    // many short statements: compiling them costs more than it saves
    jit: 'off',
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
}

/**
 * Bytes of pages that the server may keep: a quarter of the memory, as PostgreSQL's manual advises. Memory is taken
 * for a page only when it is read, so a small store takes little.
 */
export function sharedBuffers(memory: number): number {
  return Math.floor(Math.min(MOST, Math.max(LEAST, memory / 4)) / MB) * MB
}

/** The machine's memory, or what a container leaves of it. */
function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
