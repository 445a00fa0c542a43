// `npm start`: installs and builds what is missing or outdated, then runs the store.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runNode } from './pinned-node.mjs'
import { exitWith } from './process.mjs'
import { programFlags, storeEnvironment } from './runtime-flags.mjs'

exitWith(async () => {
  await install()
  await build()
  const program = 'demo/main.ts'
  return runNode([...programFlags(program), program, ...process.argv.slice(2)], storeEnvironment())
})
