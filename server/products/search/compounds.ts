/**
 * Things of the trade with names of several words, which no other part with one of the words is: whoever asks for a
 * door handle is not served with a door mirror. One thing a line.
 */
export const compounds: readonly (readonly string[])[] = `
hood strut, bonnet strut, hood lift, bonnet stay, tailgate strut, boot strut, trunk strut, gas spring, gas strut
fuel pump, petrol pump, lift pump
fuel cap, petrol cap, gas cap
fuel tank, petrol tank, gas tank
fuel injector, injector nozzle
fuel line, fuel hose, fuel pipe
radiator cap, pressure cap, expansion tank cap, coolant cap
radiator hose, coolant hose
radiator fan, cooling fan
radiator grille, front grille
expansion tank, coolant tank, header tank
oil pump
oil pan, oil sump, sump pan
oil cap, oil filler cap
oil seal, shaft seal
oil cooler
oil filter wrench, filter wrench
drain plug, sump plug
power steering pump, steering pump
power steering fluid, steering fluid
ac compressor, air con compressor, aircon compressor, air conditioning compressor
door handle
door lock, lock actuator
window regulator, window winder, window lifter
brake hose, brake line, brake pipe
brake drum
brake shoe
brake master cylinder, master cylinder
brake servo, brake booster
brake cleaner
wheel cylinder
slave cylinder, clutch slave cylinder
clutch master cylinder
handbrake cable, parking brake cable, emergency brake cable
clutch cable
clutch fluid
release bearing, throwout bearing, clutch release bearing
pressure plate
dual mass flywheel, dmf
exhaust pipe, tail pipe, tailpipe
exhaust manifold
exhaust gasket, exhaust manifold gasket
exhaust clamp
exhaust system
intake manifold, inlet manifold
timing chain, cam chain
throttle body
egr valve
mass air flow sensor, maf sensor, air flow meter, air mass meter
map sensor
abs sensor, wheel speed sensor
crank sensor, crankshaft sensor, crankshaft position sensor
cam sensor, camshaft sensor, camshaft position sensor
knock sensor
speed sensor
parking sensor, pdc sensor, reversing sensor
tyre pressure sensor, tire pressure sensor, tpms sensor
fuel pressure sensor
locking wheel nut, wheel lock
wheel cover, wheel trim, hub cap, hubcap
wheel spacer
wheel weight
wheel brace, lug wrench, wheel wrench
wheel hub
wheel nut, lug nut, lugnut
wheel bolt, lug bolt
wheel arch, wheel arch liner
tyre valve, tire valve
tyre chain, snow chain
steering wheel
seat belt, seatbelt
seat cover
floor mat, car mat
roof rack, roof bar
roof box
tow bar, towbar, tow hitch, trailer hitch
tow rope
car cover
child seat
steering lock
ignition switch
ignition lead, plug lead, ht lead, spark plug wire, spark plug lead
distributor cap
rotor arm
engine mount, motor mount, engine mounting
gearbox mount, transmission mount
strut mount, top mount, strut bearing
cv boot, cv gaiter, driveshaft boot
ball joint boot
tie rod end, track rod end
belt tensioner, tensioner pulley, idler pulley
crank pulley, crankshaft pulley
valve cover, rocker cover
valve cover gasket, rocker cover gasket
manifold gasket
sump gasket, oil pan gasket
wiper motor
wiper arm
wiper linkage
washer pump, windscreen washer pump, windshield washer pump
washer bottle, washer tank
number plate light, license plate light, licence plate light, plate lamp
light switch
reversing camera, backup camera, reverse camera
dash cam, dashcam
car radio
battery charger
battery tray, battery holder
battery terminal, battery clamp, battery cable
jump starter, booster pack
first aid kit
warning triangle
grease gun
key fob
air spring, air bellows
leaf spring
valve spring
rocker arm
cylinder head
piston ring
timing cover
pitman arm, idler arm
oil level sensor, level sensor
rear view camera
head unit
obd scanner, obd reader, code reader
petrol filter, gas filter, gasoline filter, >fuel filter
air bag, airbag
`
  .trim()
  .split('\n')
  .map((line) => line.split(', '))
