import type { Drawing } from './kind.ts'
import { bulb } from './kinds/body/bulb.ts'
import { bumper } from './kinds/body/bumper.ts'
import { doorMirror } from './kinds/body/door-mirror.ts'
import { headlamp } from './kinds/body/headlamp.ts'
import { tailLamp } from './kinds/body/tail-lamp.ts'
import { wiper } from './kinds/body/wiper.ts'
import { ballJoint } from './kinds/chassis/ball-joint.ts'
import { brakeDisc } from './kinds/chassis/brake-disc.ts'
import { brakePads } from './kinds/chassis/brake-pads.ts'
import { caliper } from './kinds/chassis/caliper.ts'
import { clutch } from './kinds/chassis/clutch.ts'
import { controlArm } from './kinds/chassis/control-arm.ts'
import { cvJoint } from './kinds/chassis/cv-joint.ts'
import { shock } from './kinds/chassis/shock.ts'
import { spring } from './kinds/chassis/spring.ts'
import { stabiliserLink } from './kinds/chassis/stabiliser-link.ts'
import { tyre } from './kinds/chassis/tyre.ts'
import { wheel } from './kinds/chassis/wheel.ts'
import { wheelBearing } from './kinds/chassis/wheel-bearing.ts'
import { alternator } from './kinds/electrical/alternator.ts'
import { battery } from './kinds/electrical/battery.ts'
import { fuseBox } from './kinds/electrical/fuse-box.ts'
import { relay } from './kinds/electrical/relay.ts'
import { sensor } from './kinds/electrical/sensor.ts'
import { starter } from './kinds/electrical/starter.ts'
import { airFilter } from './kinds/engine/air-filter.ts'
import { cabinFilter } from './kinds/engine/cabin-filter.ts'
import { gasket } from './kinds/engine/gasket.ts'
import { ignitionCoil } from './kinds/engine/ignition-coil.ts'
import { oilFilter } from './kinds/engine/oil-filter.ts'
import { piston } from './kinds/engine/piston.ts'
import { radiator } from './kinds/engine/radiator.ts'
import { sparkPlug } from './kinds/engine/spark-plug.ts'
import { timingBelt } from './kinds/engine/timing-belt.ts'
import { turbo } from './kinds/engine/turbo.ts'
import { waterPump } from './kinds/engine/water-pump.ts'
import { carton } from './kinds/pictures/carton.ts'
import { catalogueLens } from './kinds/pictures/catalogue-lens.ts'
import { coins } from './kinds/pictures/coins.ts'
import { explodedBrake } from './kinds/pictures/exploded-brake.ts'
import { logo } from './kinds/pictures/logo.ts'
import { notFound } from './kinds/pictures/not-found.ts'
import { orderDocket } from './kinds/pictures/order-docket.ts'
import { paymentCard } from './kinds/pictures/payment-card.ts'
import { avatar, avatarBlank, portrait } from './kinds/pictures/people.ts'
import { canister } from './kinds/workshop/canister.ts'
import { inflator } from './kinds/workshop/inflator.ts'
import { jack } from './kinds/workshop/jack.ts'
import { multimeter } from './kinds/workshop/multimeter.ts'
import { oilBottle } from './kinds/workshop/oil-bottle.ts'
import { phoneClamp } from './kinds/workshop/phone-clamp.ts'
import { socketWrench } from './kinds/workshop/socket-wrench.ts'
import { spannerSet } from './kinds/workshop/spanner-set.ts'
import { torqueWrench } from './kinds/workshop/torque-wrench.ts'

export const kinds: readonly Drawing[] = [
  airFilter,
  alternator,
  avatarBlank,
  avatar,
  ballJoint,
  battery,
  brakeDisc,
  brakePads,
  bulb,
  bumper,
  cabinFilter,
  caliper,
  canister,
  carton,
  catalogueLens,
  clutch,
  coins,
  controlArm,
  cvJoint,
  doorMirror,
  explodedBrake,
  fuseBox,
  gasket,
  headlamp,
  ignitionCoil,
  inflator,
  jack,
  logo,
  multimeter,
  notFound,
  oilBottle,
  oilFilter,
  orderDocket,
  paymentCard,
  phoneClamp,
  piston,
  portrait,
  radiator,
  relay,
  sensor,
  shock,
  socketWrench,
  spannerSet,
  sparkPlug,
  spring,
  stabiliserLink,
  starter,
  tailLamp,
  timingBelt,
  torqueWrench,
  turbo,
  tyre,
  waterPump,
  wheelBearing,
  wheel,
  wiper,
]

const byKind = new Map(kinds.map((drawing) => [drawing.kind, drawing]))

/** The SVG document of a kind, or undefined for an unknown kind. */
export function drawDrawing(kind: string, query: URLSearchParams): string | undefined {
  return byKind.get(kind)?.draw(query)
}
