import type { Drawing } from './kind.ts'
import * as bodywork from './kinds/bodywork.ts'
import * as brakes from './kinds/brakes.ts'
import * as bulb from './kinds/bulb.ts'
import * as cooling from './kinds/cooling.ts'
import * as drive from './kinds/drive.ts'
import * as engineBlock from './kinds/engine-block.ts'
import * as explodedBrake from './kinds/exploded-brake.ts'
import * as filters from './kinds/filters.ts'
import * as fluids from './kinds/fluids.ts'
import * as ignition from './kinds/ignition.ts'
import * as lamps from './kinds/lamps.ts'
import * as people from './kinds/people.ts'
import * as shopPictures from './kinds/shop-pictures.ts'
import * as starting from './kinds/starting.ts'
import * as suspension from './kinds/suspension.ts'
import * as wheels from './kinds/wheels.ts'
import * as wiring from './kinds/wiring.ts'
import * as workshop from './kinds/workshop.ts'
import * as wrenches from './kinds/wrenches.ts'

const MODULES = [
  bodywork,
  brakes,
  bulb,
  cooling,
  drive,
  engineBlock,
  explodedBrake,
  filters,
  fluids,
  ignition,
  lamps,
  people,
  shopPictures,
  starting,
  suspension,
  wheels,
  wiring,
  workshop,
  wrenches,
]

export const kinds: readonly Drawing[] = MODULES.flatMap((module) => Object.values<Drawing>(module))

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))

/** The SVG document of a kind, or undefined for an unknown kind. */
export function drawDrawing(kind: string, query: URLSearchParams): string | undefined {
  return byKind.get(kind)?.draw(query)
}
