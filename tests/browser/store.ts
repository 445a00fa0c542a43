// A store that browser tests visit, as `npm start` runs it but for passwords that are cheap to hash.
import { demoContent } from '#demo/content.ts'
import { runStore } from '#server/main.ts'
import { CHEAP_PASSWORDS } from '#tests/support/password-cost.ts'

await runStore({ demo: demoContent, passwordCost: CHEAP_PASSWORDS })
