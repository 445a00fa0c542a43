// `npm run dev`: the store with pages that update in place; its server restarts when its code or data files change.
import { readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { install } from './install.mjs'
import { runNode } from './pinned-node.mjs'
import { endChildren, exitWith, isStopping, ROOT } from './process.mjs'

const FOLDERS = ['demo', 'server', 'contract', 'database', 'embedded']
const SETTLE_MS = 150

exitWith(async () => {
  await install()
  const changes = watchSources()
  for (;;) {
    const code = await runNode(['demo/main.ts', '--dev', ...process.argv.slice(2)], {
      NODE_ENV: 'development',
    })
    // the watchers keep this process running
    if (isStopping()) process.exit(code)
    if (!changes.isPending()) console.log('The server has ended; it starts again when a file changes.')
    await changes.next()
  }
})

/** Ends the server after each change. Node's own --watch would restart it for files that Vite writes, too. */
function watchSources() {
  let isPending = false
  let wake = () => {}
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const handleChange = () => {
    isPending = true
    endChildren()
    wake()
  }
  for (const folder of FOLDERS.flatMap(foldersBelow)) {
    watch(path.join(ROOT, folder), (_event, name) => {
      if (!name || !/\.(ts|js|sql|json|csv|txt|css|html)$/.test(name) || name.includes('.test.')) return
      clearTimeout(timer)
      timer = setTimeout(handleChange, SETTLE_MS)
    })
  }
  return {
    isPending: () => isPending,
    async next() {
      if (!isPending) await new Promise((resolve) => (wake = () => resolve(undefined)))
      isPending = false
    },
  }
}

/** The folder and every folder in it. @param {string} folder @returns {string[]} */
function foldersBelow(folder) {
  const entries = readdirSync(path.join(ROOT, folder), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  return [folder, ...folders.flatMap(({ name }) => foldersBelow(path.join(folder, name)))]
}
