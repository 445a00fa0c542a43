// Handles one upload in a process whose parent limits its files to 4 kB; sends the response to the parent.
import type { PoolConfig } from 'pg'
import { connect } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/platform/config/config.ts'

export type Task = {
  connection: PoolConfig
  env: Record<string, string>
  now: string
  upload: { url: string; token: string; type: string; base64: string }
}
export type Outcome = { statusCode: number; payload: string }

async function handleUpload({ connection, env, now, upload }: Task): Promise<Outcome> {
  const database = await connect(connection, { log() {} }, async () => {})
  const { app } = await composeStore({
    config: readConfig(env),
    database,
    now: () => new Date(now),
    checkResponses: true,
    print() {},
  })
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: upload.url,
    headers: { authorization: `Bearer ${upload.token}`, 'content-type': upload.type },
    payload: Buffer.from(upload.base64, 'base64'),
  })
  await app.close()
  await database.close()
  return { statusCode, payload }
}

process.once('message', (task: Task) => {
  handleUpload(task).then((outcome) => {
    process.send?.(outcome)
    process.disconnect()
  }, console.error)
})
