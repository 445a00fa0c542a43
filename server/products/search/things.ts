import { compounds } from './compounds.ts'
import { hasDigit, singular } from './text.ts'

/**
 * Nouns of the trade that say what a part is, alone or behind others: a fuel pump is a pump. What also says of what
 * make another part is (wire, pin, ring) does not belong here.
 */
const nouns = `
absorber accelerator actuator adapter adblue aerial airbag alternator amplifier antenna antifreeze arm axle
badge battery bearing bellows belt blade blinker blower bolt bonnet bottle box bracket bulb bumper bush bushing
cable caliper calliper camera camshaft cap carburetor carburettor carpet carrier catalyst chain charger clamp cleaner
clip clock clutch coil coilover column compressor condenser conrod console converter coolant cooler cover crankcase crankshaft
cushion cylinder
damper dashboard dashcam decal dehumidifier differential dpf egr dipstick disc disk distributor door driveshaft drum
ecu emblem exhaust
fan fastener fender filter fluid flywheel foglight fuse
gaiter gasket gauge gearbox gearstick glass grease grille grommet guard
hammer handle harness headlamp headlight headliner headrest hinge holder hood horn hose housing hub
igniter immobiliser indicator inflator injector inverter insulator intercooler
jack joint
key keypad knob knuckle
lamp latch lens lever lift lifter light liner link lock loom
manifold mat mirror module motor moulding mount mounting mudflap mudguard muffler multimeter
nozzle nut
oil
pad paint pedal pipe piston pliers plug polish primer propshaft pulley pump pushrod
radiator radio ramp ratchet reader receiver rectifier reflector regulator relay reservoir resistor resonator rivet
rod roller roofrack rotor
sander scanner scraper screw screwdriver screenwash seal sealant seat sensor servo shaft shelf shock shoe shovel
silencer sill skirt socket solenoid spacer spanner speaker speedometer spindle splitter spoiler spring sprocket starter
stereo sticker strap strut stud subframe sump sunroof sunshade switch
tachometer tailgate tailpipe tank tappet taillight tensioner tester thermostat toolbox torch towbar transformer
transmission triangle turbine turbocharger tyre
valve visor
wastegate wheel winch window windscreen windshield wing wiper wrench
`
  .trim()
  .split(/\s+/)

const thingNouns = new Set(nouns.map(singular))
const thingNames = new Set(compounds.flat().map((name) => name.split(' ').map(singular).join(' ')))

/** The nouns alone, of which the catalogue's words keep the stems. */
export const thingWords: readonly string[] = nouns

/** "Six piston" says how a caliper is made. */
const AMOUNT = /^(one|two|three|four|five|six|seven|eight|nine|ten|twin|single|double|triple)$/

/** Whether words name a kind of part: by the noun at their end, or because they are a name in the table of compounds. */
export function isThing(words: readonly string[]): boolean {
  const [first = ''] = words
  if (AMOUNT.test(first) || words.some(hasDigit)) return false
  const singulars = words.map(singular)
  return thingNouns.has(singulars.at(-1) ?? '') || thingNames.has(singulars.join(' '))
}
