import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Source = { file: string; code: string }

/** The code of the store's server and of the embedded providers, without tests. */
export function readSources(root: string): Source[] {
  return ['server', 'embedded', 'database'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
      .sort()
      .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') })),
  )
}
