// `node tools/run.mjs [--built] FILE ARGUMENTS…`: runs one of the store's programs on the pinned Node; `--built` builds the
// pages before.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runNode } from './pinned-node.mjs'
import { exitWith } from './process.mjs'
import { programFlags } from './runtime-flags.mjs'

exitWith(async () => {
  const wanted = process.argv.slice(2)
  await install()
  if (wanted[0] !== '--built') return runNode([...programFlags(wanted[0] ?? ''), ...wanted])
  await build()
  return runNode(wanted.slice(1))
})
