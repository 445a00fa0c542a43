import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Source = { file: string; code: string }

/** The code in the folders, without tests. */
export function readSources(root: string, folders = ['server', 'embedded', 'database']): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name) && !name.includes('.test.'))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
      .sort()
      .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') })),
  )
}
