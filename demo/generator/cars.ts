import { mix } from './mix.ts'

/** City car, hatchback, saloon or estate, off-road vehicle, van. */
type CarClass = 'c' | 'h' | 's' | 'o' | 'v'
export type Car = { car: string; engine: string; years: string }

const MAKES: Record<string, string> = {
  Halvik: 'Skerry c, Fjordan h, Nordal s, Tindra s, Fjellan o, Lastvik v',
  Torvane: 'Pixel c, Corsair h, Regent s, Summit o, Hauler v',
  Marelle: 'Mésange c, Clairon h, Vauban s, Ardèche o, Livreur v',
  Castoro: 'Nino c, Fiesole h, Aurelia s, Garda h, Carico v',
  Veldra: 'Lupin c, Arden h, Prior s, Kestrel h, Moorland o',
  Ostermann: 'Kiebitz h, Falk s, Adler s, Habicht o, Kutter v',
  Lindqvar: 'Lo h, Varg s, Älgen o, Tranan s, Fraktan v',
  Kessari: 'Mino c, Tanto h, Kaze h, Hayate s, Yamabiko o',
  Dravec: 'Lipa c, Javor h, Dub s, Tatran o, Nosič v',
  Ardenna: 'Colibri c, Faisan h, Meuse s, Sanglier o, Convoi v',
  Solheim: 'Lys h, Dagny s, Storm s, Vidde o, Last v',
  Birkdale: 'Finch c, Harrier h, Merlin s, Fell o, Carrier v',
  Takuro: 'Piko c, Sora h, Nagi h, Mizuho s, Takeo o',
  Daeram: 'Byeol c, Haneul h, Noeul s, Sanmaru o, Jimkkun v',
  Westmark: 'Dart h, Prairie s, Mesa o, Bronze s, Freighter v',
  Granton: 'Imp c, Lothian h, Forth s, Cairn o, Drover v',
  Ilmari: 'Sisu h, Koivu s, Karhu o, Tuuli h, Kuorma v',
  Corran: 'Skye c, Islay h, Jura s, Ben More o, Ferry v',
  Savoretti: 'Mosca c, Rondine h, Gabbiano s, Lupo Nero o, Mulo v',
  Redcliff: 'Scout o, Ranger Pass o, Canyon s, Pueblo h, Wagon v',
  Valduero: 'Chispa c, Jerte h, Duero s, Sierra Alta o, Faena v',
  Pryzmat: 'Iskra c, Wisła h, Orzeł s, Tur o, Woźnica v',
}

const GENERATIONS = ['I', 'II', 'III', 'IV']
const ENGINES: Record<CarClass, string[]> = {
  c: ['1.0', '1.2', '1.0 T', '1.4', '1.3 TD', '1.4 TD'],
  h: ['1.2 T', '1.4', '1.5 T', '1.6', '1.8', '1.5 TD', '1.6 TD', '1.9 TD'],
  s: ['1.8 T', '2.0', '2.0 T', '2.5 V6', '1.9 TD', '2.0 TD', '2.2 TD'],
  o: ['2.0 T', '2.5', '3.0 V6', '2.0 TD', '2.2 TD', '3.0 TD'],
  v: ['1.8', '2.0 T', '1.6 TD', '2.0 TD', '2.3 TD', '2.5 TD'],
}
const NEWEST_YEAR = 2024

type Model = { name: string; years: string; carClass: CarClass }

const models: Model[] = Object.entries(MAKES).flatMap(([make, list]) =>
  list.split(', ').flatMap((entry) => generationsOf(make, entry)),
)

const knownCars = new Map<string, Car[]>()

/** All cars of these classes, a letter each, with each matching engine: `petrol`, `diesel`, `turbo`, a list of engines, or any. */
export function carsOf(classes: string, engines?: string): Car[] {
  const key = `${classes} ${engines ?? ''}`
  const known = knownCars.get(key)
  if (known) return known
  const cars = models
    .filter(({ carClass }) => classes.includes(carClass))
    .flatMap(({ name, years, carClass }) =>
      ENGINES[carClass]
        .filter((engine) => isMatch(engine, engines))
        .map((engine) => ({ car: name, engine, years })),
    )
  knownCars.set(key, cars)
  return cars
}

/** The classes of cars that a part fits by its size: 0 is the smallest size of its kind, 1 the largest. */
export function classesOf(size: number): string {
  if (size < 0.3) return 'ch'
  return size < 0.65 ? 'hs' : 'sov'
}

function isMatch(engine: string, engines: string | undefined): boolean {
  const isDiesel = engine.endsWith('TD')
  if (engines === undefined) return true
  if (engines === 'petrol') return !isDiesel
  if (engines === 'diesel') return isDiesel
  return engines === 'turbo' ? engine.includes('T') : engines.split(', ').includes(engine)
}

function generationsOf(make: string, entry: string): Model[] {
  const name = entry.slice(0, -2)
  const carClass = entry.slice(-1)
  if (!isCarClass(carClass)) throw new Error(`Unknown class of cars: ${entry}`)
  const seed = mix([...`${make}${name}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0, 1)
  const generations: Model[] = []
  let from = 1994 + (seed % 9)
  for (const [at, generation] of GENERATIONS.entries()) {
    const to = Math.min(from + 4 + (mix(seed, at) % 4), NEWEST_YEAR)
    if (from >= NEWEST_YEAR - 1) break
    generations.push({ name: `${make} ${name} ${generation}`, years: `${from}–${to}`, carClass })
    from = to + 1
  }
  return generations
}

function isCarClass(letter: string): letter is CarClass {
  return letter in ENGINES
}
