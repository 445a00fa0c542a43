/**
 * A fictitious brand. `tier` multiplies the usual price. In `number`, `#` is a digit, `@` a letter and `s` the next digit
 * of the kind's series.
 */
export type Brand = { name: string; trades: string; tier: number; number: string }

const ALL =
  'brakes drive body engine filters cooling suspension lighting electrical wheels tyres tools fluids'

export const brands: Brand[] = [
  ...table(ALL, [
    ['Merrivane', 0.72, 'MRV-@#####'],
    ['Partwell', 0.78, 'PW s######'],
    ['Sakamori', 0.92, 'sss-#####-@#'],
    ['Trentagon', 0.68, 'TG#####ss'],
    ['Halloran & Pike', 1.04, 'HP-ss-#####'],
    ['Nishikaze', 0.88, 'NK###sss##'],
  ]),
  ...table('brakes drive suspension', [
    ['Eurovane', 0.82, 'EV #ss.##.##'],
    ['Valuquip', 0.64, 'VQ######@'],
    ['Meridane', 0.95, '# sss ### ###'],
  ]),
  ...table('engine filters cooling electrical', [
    ['Kaltmann', 1.12, '# ### sss ###'],
    ['Ottoviano', 0.9, 'OV.###.###'],
    ['Brightwater', 0.76, 'BW-#####-s'],
  ]),
  ...table('brakes', [
    ['Steinbrekk', 1.18, 'BR-#####-##'],
    ['Haltenau', 1.3, '# ### ss# ###'],
    ['Castelmar', 1.06, '##.ss##.##'],
    ['Orsanelli', 1.42, '09.@###.##'],
    ['Gripstad', 0.94, 'GDB#####'],
    ['Tarvanen', 0.86, 'TVN#####'],
    ['Brakenridge', 0.8, 'BK/#####-ss'],
    ['Nordhalt', 1.02, 'NOR.####-##'],
    ['Veltrano', 0.9, 'VT ### ##@'],
    ['Discovar', 0.7, '##-####-ss'],
    ['Fornadyne', 1.55, 'F s####@'],
  ]),
  ...table('drive', [
    ['Sarnovec', 1.2, '7 sss #####'],
    ['Kuplinge', 1.08, '3000 ### s##'],
    ['Lauterwerk', 1.35, 'LW ### #### ##'],
    ['Drevanik', 0.75, 'DRV#####'],
    ['Axelmoor', 0.88, 'AX-###-###'],
    ['Getrova', 0.98, '## ss## ####'],
    ['Cardanello', 0.92, 'CD.###.###'],
    ['Halbwell', 0.8, 'HW######'],
  ]),
  ...table('body', [
    ['Lindervall', 1.16, 'LV######@'],
    ['Carrozzano', 0.9, '##-####-@#'],
    ['Panelwick', 0.74, 'PNW#####s'],
    ['Tavolini', 0.96, 'T ### ss ##'],
    ['Skarborn', 1.1, '5##-####'],
    ['Regnante', 1.24, '3 397 ### ###'],
    ['Karossa', 0.66, 'KA######'],
    ['Fendermoor', 0.82, 'FM-####-@@'],
    ['Spegelby', 1.0, 'SB.####.##'],
    ['Blechner', 1.06, '80#### 0##'],
  ]),
  ...table('engine', [
    ['Pellazio', 1.22, 'EN-#####-##'],
    ['Motravik', 1.0, 'MV #### ###'],
    ['Zylinderhof', 1.34, '0#### ##'],
    ['Turvano', 1.1, '######-###s'],
    ['Brivanti', 0.94, 'BRI.###.##s'],
    ['Dichtora', 0.88, '##.s##.##'],
    ['Riemwald', 1.14, 'CT####s#'],
    ['Cinghiano', 0.84, 'CG #####'],
    ['Hartkolm', 1.05, 'HK##-###-#0'],
    ['Candelero', 1.12, 'CND@#@##@'],
    ['Ignavolt', 0.8, 'IG#####'],
  ]),
  ...table('filters', [
    ['Kessmark', 1.15, 'KM #s##.##'],
    ['Papyrel', 0.82, 'P ######'],
    ['Purelund', 1.2, 'PL ### @ ##'],
    ['Clearmoor', 0.74, 'CLM#####'],
    ['Vlieswerk', 1.08, 'W ###/##'],
    ['Porenta', 0.9, 'S ###s# @'],
    ['Luftany', 0.7, 'LA######'],
    ['Cleanholm', 0.96, '1 457 ### ###'],
  ]),
  ...table('cooling', [
    ['Kolvarro', 1.14, 'C.###.##.##'],
    ['Frigovane', 0.86, 'FR ######'],
    ['Nordkyl', 1.1, '8MK ### ###-##1'],
    ['Radimont', 0.78, 'RA######'],
    ['Thermavik', 0.98, 'TH#s##.##'],
    ['Lamellan', 0.7, '#####@'],
  ]),
  ...table('suspension', [
    ['Dunmarrow', 1.18, 'SU-#####-@#'],
    ['Fedrano', 0.92, 'RH#####'],
    ['Moorsprung', 1.02, '40###s##'],
    ['Stossdorf', 1.28, '## ###### #'],
    ['Ammorta', 1.1, '@####@S'],
    ['Dampfield', 0.84, '33#####'],
    ['Lenkholm', 1.06, '##### 01'],
    ['Trapezia', 0.8, 'TC######'],
    ['Kugelfeld', 1.16, '713 ### ##0'],
    ['Bearwick', 0.88, 'VKBW #####'],
  ]),
  ...table('lighting', [
    ['Brennholt', 1.2, 'LI-#####-@@'],
    ['Lumivane', 0.84, '20-@###-##-2'],
    ['Strahlwerk', 1.4, '1LX ### ###-##1'],
    ['Faroli', 0.95, '7120962#####'],
    ['Lanternby', 0.78, '44#-11##@-@D'],
    ['Glimstad', 1.04, 'GLI-#####'],
    ['Nachtweg', 1.12, 'NW ###.###'],
    ['Lucerno', 0.9, '0 301 ### ##s'],
  ]),
  ...table('electrical', [
    ['Aldervolt', 1.18, 'EL-#####-@@'],
    ['Ampernaut', 1.0, 'CA#####IR'],
    ['Elektrovar', 0.82, '#####.# NEW'],
    ['Spannwerk', 1.3, '0 ### ### ###'],
    ['Voltrane', 0.76, 'VR-#####s'],
    ['Dynastor', 0.92, 'DYN######'],
    ['Batterholm', 1.1, '5## ### 0##'],
    ['Sensovik', 1.06, 'SEN@##@#'],
    ['Kontaktia', 0.86, '4RD 933 ###-##1'],
  ]),
  ...table('tyres', [
    ['Tessarow', 1.22, 'WT-#####-##'],
    ['Gommaro', 1.06, '035#####'],
    ['Rubrenna', 0.94, 'R-######'],
    ['Dackmark', 1.3, 'T43#####'],
    ['Pneuvaro', 1.14, '######'],
    ['Kautschau', 0.86, 'KT 1####s#'],
    ['Roadhelm', 0.74, 'RHM#####'],
    ['Treadmoor', 0.8, 'TM/#####'],
    ['Banduro', 0.66, '@@######'],
    ['Fjelldekk', 1.18, 'FD #####'],
  ]),
  ...table('wheels', [
    ['Corvane', 1.2, 'WH-#####-##'],
    ['Felgenau', 1.34, '@##-####-#@'],
    ['Cerchiano', 1.1, 'W###5##@'],
    ['Spokewell', 0.86, 'SPW#####'],
    ['Leggerano', 1.5, 'LG.##.####'],
    ['Falgbro', 0.78, 'FB ######'],
  ]),
  ...table('tools', [
    ['Ironquay', 1.12, 'TO-#####-##'],
    ['Werkbold', 1.3, 'WB #####s'],
    ['Sturdivan', 0.9, 'SD####@'],
    ['Chiavetti', 1.4, '# ### ##'],
    ['Forgewick', 1.0, 'FW-###-##'],
    ['Stahlgriff', 1.22, '0 1#### ##'],
    ['Verkstad', 0.84, 'VS######'],
    ['Torquemoor', 1.08, 'TQ###-##'],
    ['Bancarella', 0.7, 'BC.#####'],
  ]),
  ...table('fluids', [
    ['Quillmere', 1.18, 'FL-#####-##'],
    ['Oleandra', 1.06, 'OL #####'],
    ['Petrovane', 0.9, '1####@'],
    ['Lubrano', 0.84, 'LB/#####'],
    ['Viscora', 1.12, 'VC-####-##'],
    ['Oilmoor', 0.72, 'OM#####'],
    ['Schmierling', 1.24, '## ####'],
    ['Glanzöl', 1.0, 'GOL#####'],
    ['Motanol', 0.8, 'MT ###-###'],
  ]),
]

/** The brands of a trade. */
export function brandsOf(trade: string): Brand[] {
  return brands.filter((brand) => brand.trades.split(' ').includes(trade))
}

function table(trades: string, entries: [name: string, tier: number, number: string][]): Brand[] {
  return entries.map(([name, tier, number]) => ({ name, trades, tier, number }))
}
