// A store for browser tests, as `npm start` runs it except for passwords that are cheap to hash.
import { demoContent } from '#demo/content.ts'
import { runStore } from '#server/programs/main.ts'
import { CHEAP_PASSWORDS } from '#tests/support/password-cost.ts'

await runStore({ demo: demoContent, passwordCost: CHEAP_PASSWORDS })
