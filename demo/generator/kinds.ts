import type { PartKind } from './kind.ts'
import { bodyKinds } from './kinds/body.ts'
import { brakeKinds } from './kinds/brakes.ts'
import { electricalKinds } from './kinds/electrical.ts'
import { engineKinds } from './kinds/engine.ts'
import { fluidKinds } from './kinds/fluids.ts'
import { lightingKinds } from './kinds/lighting.ts'
import { suspensionKinds } from './kinds/suspension.ts'
import { toolKinds } from './kinds/tools.ts'
import { wheelKinds } from './kinds/wheels.ts'

/** Every kind of part that the generator knows; their shares are of a thousand. */
export const partKinds: PartKind[] = [
  ...bodyKinds,
  ...brakeKinds,
  ...electricalKinds,
  ...engineKinds,
  ...fluidKinds,
  ...lightingKinds,
  ...suspensionKinds,
  ...toolKinds,
  ...wheelKinds,
]
