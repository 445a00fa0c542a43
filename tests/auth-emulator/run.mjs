// `npm test` in tests/auth-emulator/emulator: installs and builds the store, then runs the specs in tests/auth-emulator.
import { build } from '../../tools/build.mjs'
import { install } from '../../tools/install.mjs'
import { pinnedNode } from '../../tools/pinned-node.mjs'
import { exitWith, run } from '../../tools/process.mjs'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'tests/auth-emulator/playwright.config.ts',
]

exitWith(async () => {
  await install()
  await build()
  return run(pinnedNode(), PLAYWRIGHT)
})
