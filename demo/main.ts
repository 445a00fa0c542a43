// `npm start`: the store; with an empty configuration it is a demo with a catalogue, people and orders.
import { runStore } from '#server/programs/main.ts'
import { demoContent } from './content.ts'

await runStore({ demo: demoContent })
