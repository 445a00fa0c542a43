import { bodyParts } from './body.ts'
import { brakeParts } from './brakes.ts'
import { electricalParts } from './electrical.ts'
import { engineParts } from './engine.ts'
import { fluidParts } from './fluids.ts'
import { lightingParts } from './lighting.ts'
import type { DemoPart } from './part.ts'
import { suspensionParts } from './suspension.ts'
import { toolParts } from './tools.ts'
import { wheelParts } from './wheels.ts'

/** Part numbers of the first page of the store, in the order in which a visitor sees them. */
const FIRST_PAGE = [
  'BR-2804-22',
  'WT-2055-16',
  'EN-1426-08',
  'SU-5203-CO',
  'WT-1775-05',
  'EL-0700-64',
  'EN-1952-TC',
  'FL-0530-05',
  'LI-4860-LL',
  'EN-7696-20',
  'SU-3301-12',
  'TO-0250-12',
  'BR-4004-AL',
  'EL-0120-AL',
  'TO-2000-LP',
  'LI-6251-TR',
  '7 350 2280',
  'FL-7205-VC',
  '7 141 0250',
  'LV60412L',
  'SU-3621-LL',
  'C.310.65.2',
  'TO-0200-12',
  'MRV-W0018',
]

const shelves = [
  toolParts,
  engineParts,
  brakeParts,
  lightingParts,
  wheelParts,
  electricalParts,
  suspensionParts,
  fluidParts,
  bodyParts,
]

/**
 * Every demo part, oldest first: the store lists newest first, so the last entry heads its first page
 * and the list read backwards is the order that visitors see.
 */
export const demoParts: DemoPart[] = inShopOrder().reverse()

function inShopOrder(): DemoPart[] {
  const firstPage = shelves
    .flat()
    .filter(isOnFirstPage)
    .sort((a, b) => FIRST_PAGE.indexOf(a.partNumber) - FIRST_PAGE.indexOf(b.partNumber))
  return [...firstPage, ...spread(shelves.map((shelf) => shelf.filter((part) => !isOnFirstPage(part))))]
}

function isOnFirstPage(part: DemoPart): boolean {
  return FIRST_PAGE.includes(part.partNumber)
}

/** Mixes lists evenly whatever their lengths: each entry goes where its share of its own list puts it. */
function spread(lists: DemoPart[][]): DemoPart[] {
  return lists
    .flatMap((list) => list.map((part, index) => ({ part, share: (index + 0.5) / list.length })))
    .sort((a, b) => a.share - b.share)
    .map(({ part }) => part)
}
