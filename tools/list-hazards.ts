// Brings tools/hazards/reviewed.json up to date with the code: `node tools/list-hazards.ts`. What is new and not shown
// to be linear gets an empty word; a test fails until the reason why it is harmless is written.
import { writeFileSync } from 'node:fs'
import { isReviewed, REVIEWED, type Reviewed, readHazards, readReviewed } from './hazards/reviewed.ts'

const reviewed = readReviewed()
const listed: Reviewed = {}
for (const [file, hazards] of readHazards()) {
  listed[file] = {}
  for (const hazard of hazards) {
    const word = reviewed[file]?.[hazard.code] ?? (hazard.isLinear ? 'linear' : '')
    listed[file][hazard.code] = word
    if (!isReviewed(hazard, word)) console.log(`${file}: ${hazard.code}`)
  }
}
writeFileSync(REVIEWED, `${JSON.stringify(listed, null, 2)}\n`)
