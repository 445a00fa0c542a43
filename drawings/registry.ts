import type { Drawing } from './kind.ts'
import * as bodywork from './kinds/bodywork.ts'
import * as brakes from './kinds/brakes.ts'
import * as bulb from './kinds/bulb.ts'
import * as consumables from './kinds/consumables.ts'
import * as cooling from './kinds/cooling.ts'
import * as electrical from './kinds/electrical.ts'
import * as explodedBrake from './kinds/exploded-brake.ts'
import * as lamps from './kinds/lamps.ts'
import * as powertrain from './kinds/powertrain.ts'
import * as shopPictures from './kinds/shop-pictures.ts'
import * as starting from './kinds/starting.ts'
import * as suspension from './kinds/suspension.ts'
import * as wheels from './kinds/wheels.ts'
import * as workshop from './kinds/workshop.ts'
import * as wrenches from './kinds/wrenches.ts'

const MODULES = [
  bodywork,
  brakes,
  bulb,
  consumables,
  cooling,
  electrical,
  explodedBrake,
  lamps,
  powertrain,
  shopPictures,
  starting,
  suspension,
  wheels,
  workshop,
  wrenches,
]

/** Every export of these modules is a drawing: the type argument rejects any other. */
export const kinds: readonly Drawing[] = MODULES.flatMap((module) => Object.values<Drawing>(module))

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))

/** Whether there is a drawing of this kind. */
export function isDrawingKind(kind: string): boolean {
  return byKind.has(kind)
}

/** Whether the drawing of a kind has a parameter of this name. */
export function hasParameter(kind: string, name: string): boolean {
  return Object.hasOwn(byKind.get(kind)?.params ?? {}, name)
}

/** The SVG document of a kind, or undefined for an unknown kind. */
export function renderDrawing(kind: string, query: URLSearchParams): string | undefined {
  return byKind.get(kind)?.draw(query)
}
