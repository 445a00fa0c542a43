// `npm start`: installs and builds what is missing or outdated, then runs the store.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runNode } from './pinned-node.mjs'
import { exitWith } from './process.mjs'
import { storeEnvironment } from './runtime-flags.mjs'

exitWith(async () => {
  await install()
  await build()
  return runNode(['demo/main.ts', ...process.argv.slice(2)], storeEnvironment())
})
