import { get } from 'node:http'
import { startProcess } from './own-process.ts'
import type { Store } from './world.ts'

/** As browsers and good clients ask. */
export const ACCEPT = { 'accept-encoding': 'br', accept: '*/*' }

/** Node adds these to every answer itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** A bare server that answers as the store does to this address, byte for byte. */
export async function startSameBytes(store: Store, path: string) {
  const { status, headers, body } = await ask(`${store.origin}${path}`)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const server = startProcess('bench/baseline/same-bytes.ts')
  server.send({ status, headers, body: body.toString('base64') })
  const reply = await server.answer()
  const { port } = reply as { port: number }
  return { ...server, origin: `http://localhost:${port}` }
}

/** The answer as it is sent, neither decompressed nor followed. */
function ask(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: ACCEPT }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers)
              .filter(([name]) => !OWN_HEADERS.includes(name))
              .map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks),
        }),
      )
    }).once('error', reject)
  })
}
