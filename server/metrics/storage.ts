import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/** Bytes that this process may still write in a folder: what the system reserves for root is not counted. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function addStorage(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'store_storage_free_bytes',
    help: 'Bytes free in DATA_DIR, where uploaded pictures and the embedded database are.',
    registers: [registry],
    async collect() {
      this.set(await readFreeBytes(dataDir))
    },
  })
}
