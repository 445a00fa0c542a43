import type { Drawing } from './kind.ts'
import { airFilter } from './kinds/air-filter.ts'
import { alternator } from './kinds/alternator.ts'
import { avatar } from './kinds/avatar.ts'
import { avatarBlank } from './kinds/avatar-blank.ts'
import { ballJoint } from './kinds/ball-joint.ts'
import { battery } from './kinds/battery.ts'
import { brakeDisc } from './kinds/brake-disc.ts'
import { brakePads } from './kinds/brake-pads.ts'
import { bulb } from './kinds/bulb.ts'
import { bumper } from './kinds/bumper.ts'
import { cabinFilter } from './kinds/cabin-filter.ts'
import { caliper } from './kinds/caliper.ts'
import { canister } from './kinds/canister.ts'
import { carton } from './kinds/carton.ts'
import { catalogueLens } from './kinds/catalogue-lens.ts'
import { clutch } from './kinds/clutch.ts'
import { coins } from './kinds/coins.ts'
import { controlArm } from './kinds/control-arm.ts'
import { cvJoint } from './kinds/cv-joint.ts'
import { doorMirror } from './kinds/door-mirror.ts'
import { explodedBrake } from './kinds/exploded-brake.ts'
import { fuseBox } from './kinds/fuse-box.ts'
import { gasket } from './kinds/gasket.ts'
import { headlamp } from './kinds/headlamp.ts'
import { ignitionCoil } from './kinds/ignition-coil.ts'
import { inflator } from './kinds/inflator.ts'
import { jack } from './kinds/jack.ts'
import { logo } from './kinds/logo.ts'
import { multimeter } from './kinds/multimeter.ts'
import { notFound } from './kinds/not-found.ts'
import { oilBottle } from './kinds/oil-bottle.ts'
import { oilFilter } from './kinds/oil-filter.ts'
import { orderDocket } from './kinds/order-docket.ts'
import { paymentCard } from './kinds/payment-card.ts'
import { phoneClamp } from './kinds/phone-clamp.ts'
import { piston } from './kinds/piston.ts'
import { portrait } from './kinds/portrait.ts'
import { radiator } from './kinds/radiator.ts'
import { relay } from './kinds/relay.ts'
import { sensor } from './kinds/sensor.ts'
import { shock } from './kinds/shock.ts'
import { socketWrench } from './kinds/socket-wrench.ts'
import { spannerSet } from './kinds/spanner-set.ts'
import { sparkPlug } from './kinds/spark-plug.ts'
import { spring } from './kinds/spring.ts'
import { stabiliserLink } from './kinds/stabiliser-link.ts'
import { starter } from './kinds/starter.ts'
import { tailLamp } from './kinds/tail-lamp.ts'
import { timingBelt } from './kinds/timing-belt.ts'
import { torqueWrench } from './kinds/torque-wrench.ts'
import { turbo } from './kinds/turbo.ts'
import { tyre } from './kinds/tyre.ts'
import { waterPump } from './kinds/water-pump.ts'
import { wheel } from './kinds/wheel.ts'
import { wheelBearing } from './kinds/wheel-bearing.ts'
import { wiper } from './kinds/wiper.ts'

/** Every drawing that the store can serve. */
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

/** The SVG document of a kind for any query, or undefined where there is no such kind. */
export function drawDrawing(kind: string, query: URLSearchParams): string | undefined {
  return byKind.get(kind)?.draw(query)
}
