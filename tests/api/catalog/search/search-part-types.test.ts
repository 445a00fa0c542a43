import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { countProducts } from '#server/catalog/search/counts.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

const parts = [
  ['Clutch kit, 240 mm, with central slave cylinder', 'For cars with a dual mass flywheel. Check the wheel.'],
  ['Intercooler, 520 × 260 mm, fitted in the wing, Ardenna Corvane', 'Alloy core. Not for cars with a fan.'],
  ['Oil filter, 66 × 68 mm, with check valve', 'The gasket is oiled before it is screwed on.'],
  ['Short oil filter for small petrol engines', 'Fits where the exhaust is close.'],
  ['Diesel filter, 93 × 145 mm, with water drain', 'Bleed with the hand pump.'],
  ['Oxygen sensor, four wire, before the catalyst', 'Screwed into the exhaust.'],
  ['Rear bumper skin, coupé, with four parking sensor openings', 'Cut-outs for the grille and fog lamps.'],
  ['Timing belt, 120 teeth, 30 mm', 'The drive of the camshaft. Not for a timing chain.'],
  ['Timing belt kit, 141 teeth, with water pump', 'Belt, tensioner and pump.'],
  ['Water pump, seven blades, with gasket and bolts', 'Driven by the timing belt, not by a drive belt.'],
  ['Head gasket for three-cylinder engines', 'New exhaust bolts are supplied. For the cylinder head.'],
  ['Coil spring, front, for light petrol engines', 'Not for cars with gas dampers.'],
  ['Coil spring, rear, with air conditioning', 'The door must stay shut.'],
  ['Combination spanner set, 12 pieces', 'With a window in the box. Not for a steering rack.'],
  ['Brake pads, front, ceramic', 'For vented discs.'],
  ['Brake pads, rear, organic', 'For solid discs.'],
  ['Front brake disc, vented, 280 mm', 'Fit new pads with new discs.'],
  ['Rear brake disc, solid, 253 mm', 'Fit new pads with new discs.'],
  ['Tail lamp, left, for panel vans', 'With rear fog lamp.'],
  ['Door mirror, left, heated', 'Clips and glass are supplied. The handle stays.'],
  ['Trolley jack, with foot pedal, 2 tonnes', 'Long handle.'],
  ['Relay, 12 V, 40 A, four pin', 'For the fuel pump, a fan, a horn.'],
  ['Flat wiper blade, 600 mm', 'Pairs with the arm.'],
  ['Bulb H7, 55 W', 'For the headlamp.'],
  ['Wheel bearing kit, front, 72 mm', 'With hub nut.'],
  ['Fuse box, 12 way', 'For blade fuses.'],
  ['Spark plug, iridium', 'Copper core.'],
] as const

let database: Database
/** Tests add parts to this one. */
let growing: Database

beforeAll(async () => {
  ;[database, growing] = [await freshDatabase(), await freshDatabase()]
  for (const [name, description] of parts)
    for (const { db } of [database, growing]) await insertProduct(db, { name, description })
})
afterAll(async () => {
  await database.close()
  await growing.close()
})

async function findParts({ db }: Database, q: string) {
  const { items } = await listProducts(db, { q, limit: 24 }, 'usd')
  const { search } = await countProducts(db, { q })
  return { names: items.map(({ name }) => name), change: search?.change ?? null }
}

describe('a part type that no part has', () => {
  test.each([
    'wheel cylinder',
    'wheel cylinders rear',
    'clutch slave cylinder',
    'cylinder',
    'wing',
    'fender',
    'fenders for ardenna corvane',
    'valve',
    'tyre valve',
    'valve for tyre',
    'cat',
    'catalytic converter',
    'exhaust',
    'parking sensor',
    'parking sensor bumper',
    'drive belt',
    'v-ribbed belt',
    'serpentine belt',
    'timing chain',
    'exhaust gasket',
    'exhuast gasket',
    'gas spring',
    'air spring',
    'leaf spring',
    'petrol filter',
    'fog lamp',
    'foglights',
    'obd scanner',
    'antenna',
    'fuel pump',
    'fuel pump relay',
    'hose for radiator',
    'door',
    'door handle',
    'door gasket',
    'window',
    'grille',
    'pedal',
    'fan',
    'horn',
    'hub',
    'nuts',
    'bolts',
    'clips',
    'fuses',
    'gearboxes',
    'camshaft',
    'cylinder head',
    'steering rack',
    'piston ring',
    'door mirror glass',
    'oil filter housing',
    'oil cooler',
    'headlamp lenses',
  ])('%j finds nothing, or only parts that mention it', async (q) => {
    const { names, change } = await findParts(database, q)
    expect([names.length > 0, change]).toEqual(names.length > 0 ? [true, 'mentioned'] : [false, null])
  })

  test('a part type that no part has lists the same parts on short pages as on one long page', async () => {
    const whole = await findParts(database, 'exhaust')
    expect(whole.names.length).toBeGreaterThan(2)
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await listProducts(database.db, { q: 'exhaust', limit: 1, after }, 'usd')
      found.push(...page.items.map(({ name }) => name))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(found).toEqual(whole.names)
  })
})

describe('a part type that parts have', () => {
  test.each([
    ['oil filter', /oil filter/i],
    ['filter oil', /oil filter/i],
    ['engine oil filter', /oil filter/i],
    ['filtre à huile', /oil filter/i],
    ['plaquettes de frein', /^Brake pads/],
    ['disk brake pad', /^Brake pads/],
    ['disc brake pads', /^Brake pads/],
    ['cat sensor', /^Oxygen sensor/],
    ['fuel filter', /^Diesel filter/],
    ['timing belt with water pump', /^Timing belt kit/],
    ['cam belt and water pump', /^Timing belt kit/],
    ['bumper with parking sensor', /bumper skin/],
    ['wheel hub bearing', /^Wheel bearing/],
    ['mirror door left', /^Door mirror/],
    ['wing mirror', /^Door mirror/],
    ['wind screen wiper', /wiper blade/],
    ['fuse boxes', /^Fuse box/],
    ['relays', /^Relay/],
    ['h7 bulb', /^Bulb H7/],
    ['Intercooler, 520 × 260 mm, fitted in the wing, Ardenna Corvane', /^Intercooler/],
    ['Water pump, gasket, bolts', /^Water pump/],
  ])('%j finds the part first and reports no correction', async (q, name) => {
    const { names, change } = await findParts(database, q)
    expect(names[0]).toMatch(name)
    expect(change).toBeNull()
  })

  test.each([
    ['bumper with parkng sensor', 'bumper with parking sensor', /bumper skin/],
    ['timing belt w/ watr pump', 'timing belt with water pump', /^Timing belt kit/],
    ['timing belt with watr pump', 'timing belt with water pump', /^Timing belt kit/],
    ['brkae pads and discs', 'brake pads and discs', /^Brake pads|brake disc/],
  ])('%j is corrected as %j, with its connecting word', async (q, words, name) => {
    expect((await findParts(database, q)).names[0]).toMatch(name)
    const { search } = await countProducts(database.db, { q })
    expect(search).toEqual({ words, change: 'spelling', suggestion: null })
  })

  test.each([
    'front and rear brake discs',
    'front and rear brkae discs',
    'front or rear brake disc',
    'front & rear brake discs',
    'front/rear rotors',
  ])('%j finds front and rear parts', async (q) => {
    const { names, change } = await findParts(database, q)
    expect(names.sort()).toEqual(['Front brake disc, vented, 280 mm', 'Rear brake disc, solid, 253 mm'])
    expect(change).toBe(q.includes('brkae') ? 'spelling' : null)
  })
})

describe('a part type in a store that has it', () => {
  test.each([
    ['Wheel cylinder, rear, 19 mm', 'wheel cylinder'],
    ['Rear Wheel Brake Cylinder Kestrel Marlin', 'wheel cylinders kestrel'],
    ['Clutch Slave Cylinder - Kestrel Marlin 1998', 'slave cylinder'],
    ['Front wing, left, primed', 'fender'],
    ['Tyre valve, rubber', 'valve'],
    ['Catalytic converter, Euro 5', 'cat'],
    ['Parking Sensor Kestrel', 'pdc sensor'],
    ['V-ribbed belt, 6PK1200', 'drive belt'],
    ['Exhaust Manifold Gasket Set', 'exhaust gasket'],
    ['Tailgate strut, 500 N', 'gas spring'],
    ['Fuel filter, in line', 'petrol filter'],
    ['Fog Light Front LH', 'fog lamp'],
    ['OBD scanner, Bluetooth', 'obd reader'],
    ['Door handle, outer, right', 'door handle'],
    ['Fuel pump relay, 12 V', 'relay for fuel pump'],
    ['Release bearing, 35 mm', 'clutch release bearing'],
    ['Cylinder head bolt set', 'bolts'],
    ['Cooling fan, 300 mm', 'radiator cooling fan'],
  ])('%s is found first by %j without a correction', async (name, q) => {
    const before = await findParts(growing, q)
    expect(before.names).not.toContain(name)
    await insertProduct(growing.db, { name, description: 'For the radiator, or for other things.' })
    const { names, change } = await findParts(growing, q)
    expect(names[0]).toBe(name)
    expect(change).toBeNull()
  })

  test('no correction is reported for a part type in names that begin with a brand', async () => {
    const { db } = growing
    for (let at = 0; at < 80; at += 1) await insertProduct(db, { name: `Kestrel ${4000 + at} Steering rack` })
    const { names, change } = await findParts(growing, 'steering rack')
    expect(names[0]).toContain('Steering rack')
    expect(change).toBeNull()
  })
})
