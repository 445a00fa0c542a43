const SIDES = 'front|rear|left|right|upper|lower|inner|outer'

type Rewrite = readonly [pattern: RegExp, replacement: string, example: string, rewritten: string]

/** Rewrites to the catalogue's spelling of what people write in several ways, or without what no part says. Applied in this order. */
export const queryRewrites: readonly Rewrite[] = [
  [
    /\b(0|5|10|15|20|25|70|75|80|85) ?w[ -]?(?=(16|20|30|40|50|60|80|90|140)\b)/gi,
    '$1w-',
    'oil 5 w 30',
    'oil 5w-30',
  ],
  // an oil of 5/30; but an oil seal is 20/30 mm
  [
    /\b(0|5|10|15|20)\/(?=(?:16|20|30|40|50|60)\b)(?:(?=.*\boil\b(?! +[a-z]))|(?<=\boil\b(?! +[a-z]).*))/gi,
    '$1w-',
    '5/30 oil',
    '5w-30 oil',
  ],
  [/(?<=\d[\s/]?) ?\bz?r (?=[12]\d\b)/gi, ' R', '205/55 r 16', '205/55 R16'],
  [/(?<![\w.-])zr(?=[12]\d(?![\w.-]))/gi, 'R', 'zr17', 'R17'],
  [/(?<=\d) ?(ltr?s?)\b/gi, ' l', 'oil 5ltr', 'oil 5 l'],
  [
    /(?<=\b\d+)(?=(?:tons?|tonnes?|lit(?:re|er)s?|volts?|watts?|amps?|inch(?:es)?)\b)/gi,
    ' ',
    '3ton jack',
    '3 ton jack',
  ],
  [/\b([no])\/s\b/gi, '$1s', 'o/s mirror', 'os mirror'],
  [/\bw\/ ?(?=[a-z])/gi, 'with ', 'belt w/ pump', 'belt with pump'],
  [/\b(et|h|m) (?=\d{1,2}(?!\S)(?!\s*\d))/gi, '$1', 'bulb h 7', 'bulb h7'],
  [/\bet (?=\d{1,2} \d ?[x*×] ?\d)/gi, 'et', 'et 45 5x112', 'et45 5x112'],
  [/\bdot[ -]?(?=\d)/gi, 'dot', 'DOT 4', 'dot4'],
  [/\b(\d[.,]\d)(?=(?:td|tdi|tdci|hdi|cdi|cdti|jtd|tsi|tfsi|gti|d|v6|v8)\b)/gi, '$1 ', '1.9tdi', '1.9 tdi'],
  [/\b3[ -]?(?=cylinders?\b)/gi, 'three ', '3 cylinder', 'three cylinder'],
  [/\b4[ -]?(?=cylinders?\b)/gi, 'four ', '4-cylinder', 'four cylinder'],
  [/\b6[ -]?(?=cylinders?\b)/gi, 'six ', '6cylinder', 'six cylinder'],
  // the minus of degrees below zero excludes nothing
  [/(?<=\s)-(?=\d{1,2}(?:\s|$|°))/g, '', 'screenwash -20', 'screenwash 20'],
  [/\bp(?=\d{3}\/\d)/gi, '', 'P205/55R16', '205/55R16'],
  [/[øØ⌀] ?(?=\d)/g, '', 'disc ⌀ 280', 'disc 280'],
  [
    new RegExp(`\\b(${SIDES}) ?[&/+] ?(?=(${SIDES})\\b)`, 'gi'),
    '$1 and ',
    'front/rear discs',
    'front and rear discs',
  ],
  // sounds alike; not corrected as a misspelling where a description has "break"
  [
    /\bbreak(?=s? (pads?|dis[ck]s?|rotors?|cal?lipers?|drums?|shoes?|linings?|fluids?|hoses?|lines?|lights?)\b)/gi,
    'brake',
    'break pads',
    'brake pads',
  ],
  // the driver's side depends on the country
  [/\b(driver|passenger)('?s)?[ -]side\b/gi, '', 'headlight passenger side', 'headlight '],
  // how many are wanted is not a size
  [/\b(set|pair|pack|box) of (\d{1,2}|two|four|six)\b/gi, '', 'spark plugs set of 4', 'spark plugs '],
  [
    /(?<=\b(?:need|want|buy|get) )(?:\d{1,2}|two|four|six) (?=[a-z]{3,})/gi,
    '',
    'i need 4 spark plugs',
    'i need spark plugs',
  ],
  // German for left, where stabiliser links are not meant
  [
    /(?<=(?:lenker|leuchte|werfer|spiegel|sattel|bein|dämpfer|daempfer|feder|gelenk|lager|licht|scheibe|flügel) )links\b/gi,
    'left',
    'scheinwerfer links',
    'scheinwerfer left',
  ],
  [/\balloys\b/gi, 'alloy wheels', 'alloys 17', 'alloy wheels 17'],
  [/\b(r[12]\d)c\b/gi, '$1 c', '215/65 r16c', '215/65 r16 c'],
]
