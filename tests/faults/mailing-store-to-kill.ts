// A store that sends its mails until it is killed.
import type pg from 'pg'
import { connect } from '#database/open.ts'
import { composeStore } from '#server/compose.ts'
import { readConfig } from '#server/platform/config/config.ts'

export type MailingStore = { connection: pg.PoolConfig; env: Record<string, string> }

async function sendMails({ connection, env }: MailingStore): Promise<void> {
  const database = await connect(connection, { log() {} }, async () => {})
  const config = readConfig(env)
  const store = await composeStore({
    config,
    database,
    now: () => new Date(),
    checkResponses: true,
    print() {},
  })
  await store.app.ready()
  store.outbox.start()
}

process.once('message', (mailing: MailingStore) => void sendMails(mailing))
// The test ended without killing this process.
process.once('disconnect', () => process.exit(1))
