// `npm start`: the store; in demo mode, which an empty configuration means, with a catalogue, people and orders.
import { runStore } from '#server/main.ts'
import { seedDemoCatalogue } from './catalogue/seed.ts'
import { addDemoPeople } from './people.ts'

await runStore({ addCatalogue: seedDemoCatalogue, addPeople: addDemoPeople })
