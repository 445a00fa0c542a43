export interface DrawnPart {
  category: string
  productName: string
  partNumber?: string | null
}

type Rule = readonly [words: string, kind: string, params?: string]

/** Patterns of word beginnings, the more specific first, with a drawing and possible values of its parameters. */
const RULES: readonly Rule[] = [
  ['sensor|probe|switch', 'sensor', 'thread=m10|m12|m14|m18|m22'],
  ['inflator|tyre pump|air compressor', 'inflator'],
  ['phone|holder', 'phone-clamp'],
  ['multimeter|tester|voltmeter', 'multimeter', 'digits=1186|1245|1398|2000|2374|4120'],
  ['torque', 'torque-wrench', 'nm=25|60|100|200|280|350'],
  ['spanner|combination wrench', 'spanner-set', 'sizes=6|7|8|10|12|14|16'],
  ['jack', 'jack', 'tonnes=1.5|2|2.5|3|3.5'],
  [
    'ratchet|socket|wrench',
    'socket-wrench',
    'sockets=24,19,17,13,10|32,27,22|14,13,12,11,10,8|21,19,17|30,24,18,12',
  ],
  ['brake fluid|dot 4|dot 5', 'canister', 'litres=0.5|1|5|20&label=BRAKE'],
  ['coolant|antifreeze', 'canister', 'litres=1|4|5|10|20&label=COOLANT'],
  ['washer|screenwash', 'canister', 'litres=1|4|5|10&label=WASHER'],
  ['adblue|urea', 'canister', 'litres=5|10|20&label=ADBLUE'],
  ['gear oil|transmission fluid|atf', 'canister', 'litres=1|4|5|20&label=GEAR'],
  ['oil filter', 'oil-filter', 'd=66|70|76|82|93|108&h=68|79|96|110|142&holes=6|8|10'],
  ['air filter', 'air-filter', 'w=180|230|264|290|345&h=42|50|58|70'],
  ['cabin|pollen', 'cabin-filter', 'w=190|216|235|254|300&h=20|30|35|40'],
  ['filter', 'oil-filter', 'd=66|76|82|93&h=68|79|96|110&holes=6|8|10'],
  ['oil', 'oil-bottle', 'litres=1|4|5&grade=0W-20|0W-30|5W-30|5W-40|10W-40|15W-40|20W-50'],
  ['fluid|cleaner|spray', 'canister', 'litres=0.5|1|5|10&label=FLUID'],
  ['pad|shoe', 'brake-pads', 'w=116|123|131|142|155|170&h=49|53|58|64|68'],
  ['caliper', 'caliper', 'pistons=1|2|4|6'],
  [
    'rotor|disc',
    'brake-disc',
    'd=240|256|280|300|330|365&t=10|20|22|28|34&bolts=4|5&drilled=0|18|24&slots=0|0|9',
  ],
  ['clutch', 'clutch', 'd=180|200|215|228|240&splines=18|21|23|26'],
  ['bearing|hub', 'wheel-bearing', 'd=60|64|72|80|84&bore=30|34|37|40'],
  ['cv joint|drive ?shaft|half ?shaft|axle', 'cv-joint', 'splines=22|25|28|30|33|36'],
  [
    'tyre|tire',
    'tyre',
    'w=165|185|195|205|225|245&ar=40|45|50|55|60|65&rim=14|15|16|17|18|19&pattern=v|block|rib',
  ],
  ['wheel|rim', 'wheel', 'd=14|15|16|17|18|19&j=5.5|6|7|7.5|8&spokes=5|6|7|8|10|12&twin=0|1&bolts=4|5'],
  ['spark|glow plug', 'spark-plug', 'reach=19|21|25|26.5&hex=14|16|21&gap=0.7|0.8|0.9|1.1&ribs=3|4|5'],
  ['ignition|coil pack', 'ignition-coil', 'length=98|118|140|155|172'],
  ['piston', 'piston', 'bore=71|76.5|79.5|82|86|93&rings=2|3&pin=19|21|23|26'],
  ['turbo', 'turbo', 'blades=5|6|7|8|9|11&inlet=42|48|52|56|64'],
  ['gasket|seal', 'gasket', 'bores=2|3|4|5|6&d=72|78|82|87|94'],
  ['timing|belt', 'timing-belt', 'teeth=94|104|120|129|141|152&width=19|22|25|30'],
  ['pump', 'water-pump', 'blades=5|6|7|8|9'],
  ['radiator|intercooler|condenser', 'radiator', 'w=480|560|610|650|720&h=290|325|375|415|440'],
  ['coil ?over', 'shock', 'length=420|460|500|520|560&coils=5|6|7'],
  ['shock|strut|damper', 'shock', 'length=320|360|390|410|480|560&coil=0'],
  ['spring', 'spring', 'coils=5|6|7|8|9&wire=10|11|12|13|14.5&d=100|112|120|136&free=250|280|310|330|365'],
  ['control arm|wishbone|arm', 'control-arm', 'length=310|340|362|390|430|460'],
  ['ball joint|tie rod|track rod', 'ball-joint', 'taper=14|16|18|20|21|23'],
  ['stabili|anti-roll|sway|link', 'stabiliser-link', 'length=150|195|235|285|315|350'],
  ['tail|rear light|rear lamp|stop light', 'tail-lamp', 'side=left|right&body=saloon|estate|hatch|van'],
  ['bulb|h1|h4|h7|w5w', 'bulb', 'type=h1|h4|h7|w5w'],
  ['head ?lamp|head ?light|lamp|light', 'headlamp', 'lamp=led|h4|h7|matrix&side=left|right'],
  ['battery', 'battery', 'ah=44|52|60|70|80|95&cca=420|480|540|640|760|850&l=207|242|278|315|353'],
  ['alternator|generator', 'alternator', 'amps=70|90|110|120|150|180|220'],
  ['starter', 'starter', 'kw=0.9|1.1|1.4|2|2.2&teeth=8|9|10|11|12'],
  ['relay', 'relay', 'pins=4|5'],
  ['fuse', 'fuse-box', 'ways=6|8|10|12|16|20'],
  ['bumper', 'bumper', 'w=1560|1620|1685|1710|1790&end=front|rear'],
  ['mirror', 'door-mirror', 'side=left|right'],
  ['wiper', 'wiper', 'length=340|400|450|480|530|600|650'],
]

const WORD_OF_CATEGORY: Readonly<Record<string, string>> = {
  tools: 'ratchet',
  wheels: 'wheel',
  engine: 'piston',
  suspension: 'shock',
  body: 'disc',
  lighting: 'lamp',
  electrical: 'fuse',
  fluids: 'fluid',
}

/**
 * The path of the drawing for a part without an image. The kind follows from words in the name, else from the
 * category, else it is `not-found`. Parameters follow from the name, else from a hash of part number and name: a
 * part always looks the same, and parts of one kind vary.
 */
export function drawingByWords(part: DrawnPart): string {
  const name = part.productName.toLowerCase()
  // the text before a comma, "with" or "for" names the part
  const noun = name.split(/,| with | for /)[0] ?? name
  const rule = findRule(noun) ?? findRule(name) ?? findRule(WORD_OF_CATEGORY[part.category] ?? '')
  if (!rule) return '/drawings/not-found.svg'
  const [, kind, params] = rule
  const seed = hash(`${part.partNumber ?? ''} ${name}`)
  const query = params
    ?.split('&')
    .map((param, i) => choose(param, name, seed, i))
    .join('&')
  return `/drawings/${kind}.svg${query ? `?${query}` : ''}`
}

function findRule(name: string): Rule | undefined {
  return RULES.find(([words]) => new RegExp(`(^|[^a-z0-9])(${words})`).test(name))
}

/** `key=value`: the first value that the part's name contains as a word, else one chosen by the hash. */
function choose(param: string, name: string, seed: number, index: number): string {
  const [key = '', list = ''] = param.split('=')
  const values = list.split('|')
  const words = name.split(/[^a-z0-9.-]+/)
  const inName = values.find((value) => words.includes(value.toLowerCase()))
  const byHash = (Math.imul(seed, index * 2 + 1) >>> (index + 7)) % values.length
  return `${key}=${inName ?? values[byHash] ?? ''}`
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
