// `npm start`: the store; in demo mode, which an empty configuration means, with a catalogue, people and orders.
import { runStore } from '#server/main.ts'
import { demoContent } from './content.ts'

await runStore({ demo: demoContent })
