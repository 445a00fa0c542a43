import type { DemoContent } from '#server/programs/main.ts'
import { seedDemoCatalogue } from './catalogue/seed.ts'
import { addDemoPeople } from './people.ts'

export const demoContent: DemoContent = { addCatalogue: seedDemoCatalogue, addAccounts: addDemoPeople }
