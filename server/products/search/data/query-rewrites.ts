const SIDES = 'front|rear|left|right|upper|lower|inner|outer'

type Rewrite = { pattern: RegExp; replacement: string; example: readonly [string, string] }

/** What people write in several ways in a query; descriptions and names have one of them. Applied in this order. */
export const queryRewrites: readonly Rewrite[] = [
  {
    // an oil's grade is one word, also with a gap
    pattern: /\b(0|5|10|15|20|25|70|75|80|85) ?w[ -]?(?=(16|20|30|40|50|60|80|90|140)\b)/gi,
    replacement: '$1w-',
    example: ['oil 5 w 30', 'oil 5w-30'],
  },
  {
    // an oil of 5/30; but an oil seal is 20/30 mm
    pattern:
      /\b(0|5|10|15|20)\/(?=(?:16|20|30|40|50|60)\b)(?:(?=.*\boil\b(?! +[a-z]))|(?<=\boil\b(?! +[a-z]).*))/gi,
    replacement: '$1w-',
    example: ['5/30 oil', '5w-30 oil'],
  },
  {
    pattern: /(?<=\d[\s/]?) ?\bz?r (?=[12]\d\b)/gi,
    replacement: ' R',
    example: ['205/55 r 16', '205/55 R16'],
  },
  {
    // a tyre for high speeds fits the same rim
    pattern: /(?<![\w.-])zr(?=[12]\d(?![\w.-]))/gi,
    replacement: 'R',
    example: ['zr17', 'R17'],
  },
  { pattern: /(?<=\d) ?(ltr?s?)\b/gi, replacement: ' l', example: ['oil 5ltr', 'oil 5 l'] },
  {
    pattern: /(?<=\b\d+)(?=(?:tons?|tonnes?|lit(?:re|er)s?|volts?|watts?|amps?|inch(?:es)?)\b)/gi,
    replacement: ' ',
    example: ['3ton jack', '3 ton jack'],
  },
  { pattern: /\b([no])\/s\b/gi, replacement: '$1s', example: ['o/s mirror', 'os mirror'] },
  { pattern: /\bw\/ ?(?=[a-z])/gi, replacement: 'with ', example: ['belt w/ pump', 'belt with pump'] },
  {
    // a wheel's offset, a bulb, a thread
    pattern: /\b(et|h|m) (?=\d{1,2}(?!\S)(?!\s*\d))/gi,
    replacement: '$1',
    example: ['bulb h 7', 'bulb h7'],
  },
  { pattern: /\bet (?=\d{1,2} \d ?[x*×] ?\d)/gi, replacement: 'et', example: ['et 45 5x112', 'et45 5x112'] },
  { pattern: /\bdot[ -]?(?=\d)/gi, replacement: 'dot', example: ['DOT 4', 'dot4'] },
  {
    // of an engine, or a gasket for one
    pattern: /\b(\d[.,]\d)(?=(?:td|tdi|tdci|hdi|cdi|cdti|jtd|tsi|tfsi|gti|d|v6|v8)\b)/gi,
    replacement: '$1 ',
    example: ['1.9tdi', '1.9 tdi'],
  },
  { pattern: /\b3[ -]?(?=cylinders?\b)/gi, replacement: 'three ', example: ['3 cylinder', 'three cylinder'] },
  { pattern: /\b4[ -]?(?=cylinders?\b)/gi, replacement: 'four ', example: ['4-cylinder', 'four cylinder'] },
  { pattern: /\b6[ -]?(?=cylinders?\b)/gi, replacement: 'six ', example: ['6cylinder', 'six cylinder'] },
  {
    // degrees below zero are not excluded
    pattern: /(?<=\s)-(?=\d{1,2}(?:\s|$|°))/g,
    replacement: '',
    example: ['screenwash -20', 'screenwash 20'],
  },
  { pattern: /\bp(?=\d{3}\/\d)/gi, replacement: '', example: ['P205/55R16', '205/55R16'] },
  { pattern: /[øØ⌀] ?(?=\d)/g, replacement: '', example: ['disc ⌀ 280', 'disc 280'] },
  {
    pattern: new RegExp(`\\b(${SIDES}) ?[&/+] ?(?=(${SIDES})\\b)`, 'gi'),
    replacement: '$1 and ',
    example: ['front/rear discs', 'front and rear discs'],
  },
  {
    // sounds alike, and some description has the other word
    pattern:
      /\bbreak(?=s? (pads?|dis[ck]s?|rotors?|cal?lipers?|drums?|shoes?|linings?|fluids?|hoses?|lines?|lights?)\b)/gi,
    replacement: 'brake',
    example: ['break pads', 'brake pads'],
  },
  {
    // which side that is depends on the country
    pattern: /\b(driver|passenger)('?s)?[ -]side\b/gi,
    replacement: '',
    example: ['headlight passenger side', 'headlight '],
  },
  {
    // how many are wanted is no size of them
    pattern: /\b(set|pair|pack|box) of (\d{1,2}|two|four|six)\b/gi,
    replacement: '',
    example: ['spark plugs set of 4', 'spark plugs '],
  },
  {
    pattern: /(?<=\b(?:need|want|buy|get) )(?:\d{1,2}|two|four|six) (?=[a-z]{3,})/gi,
    replacement: '',
    example: ['i need 4 spark plugs', 'i need spark plugs'],
  },
  {
    // German for left, where stabiliser links are not meant
    pattern:
      /(?<=(?:lenker|leuchte|werfer|spiegel|sattel|bein|dämpfer|daempfer|feder|gelenk|lager|licht|scheibe|flügel) )links\b/gi,
    replacement: 'left',
    example: ['scheinwerfer links', 'scheinwerfer left'],
  },
  { pattern: /\balloys\b/gi, replacement: 'alloy wheels', example: ['alloys 17', 'alloy wheels 17'] },
  {
    // a van's tyre
    pattern: /\b(r[12]\d)c\b/gi,
    replacement: '$1 c',
    example: ['215/65 r16c', '215/65 r16 c'],
  },
]
