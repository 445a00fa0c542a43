/**
 * How addresses are written in each country: data of libaddressinput by Google (CC BY 4.0), in Latin letters, without the
 * parts of a town and the sorting codes. A line is "code;layout;required fields;kind of town;kind of region;kind of
 * postcode;pattern of postcodes;an example", and in a layout %N is the name, %O the company, %A the street, %C the town,
 * %S the region, %Z the postcode, %n a new line.
 */
export const countryFormats = String.raw`
AC;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;ASCN 1ZZ;ASCN 1ZZ
AD;%N%n%O%n%A%n%Z %C;AC;city;;postcode;AD[1-7]0\d;AD100
AE;%N%n%O%n%A%n%S;AS;;emirate;;;
AF;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;\d{4};1001
AG;%N%n%O%n%A%n%C;A;city;;;;
AI;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;(?:AI-)?2640;2640
AL;%N%n%O%n%A%n%Z%n%C;AC;city;;postcode;\d{4};1001
AM;%N%n%O%n%A%n%Z%n%C%n%S;AC;city;province;postcode;(?:37)?\d{4};375010
AO;%N%n%O%n%A%n%C;AC;city;;;;
AR;%N%n%O%n%A%n%Z %C%n%S;AC;city;province;postcode;(?:(?:[A-HJ-NP-Z])?\d{4})(?:[A-Z]{3})?;C1070AAM
AS;%N%n%O%n%A%n%C %S %Z;ACSZ;city;state;zip;(?:96799)(?:[ -](?:\d{4}))?;96799
AT;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;\d{4};1010
AU;%O%n%N%n%A%n%C %S %Z;ACSZ;suburb;state;postcode;\d{4};2060
AW;%N%n%O%n%A%n%C;AC;city;;;;
AX;%O%n%N%n%A%nAX-%Z %C;ACZ;city;;postcode;22\d{3};22150
AZ;%N%n%O%n%A%nAZ %Z %C;AC;city;;postcode;\d{4};1000
BA;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};71000
BB;%N%n%O%n%A%n%C, %S %Z;AC;city;parish;postcode;BB\d{5};BB23026
BD;%N%n%O%n%A%n%C - %Z;AC;city;;postcode;\d{4};1340
BE;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;\d{4};4000
BF;%N%n%O%n%A%n%C;AC;city;;;;
BG;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1000
BH;%N%n%O%n%A%n%C %Z;AC;city;;postcode;(?:1[0-2]|[1-9])\d{2};317
BI;%N%n%O%n%A%n%C;AC;city;;;;
BJ;%N%n%O%n%A%n%C;AC;city;;;;
BL;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78][01]\d{2};97100
BM;%N%n%O%n%A%n%C %Z;AC;city;;postcode;[A-Z]{2} ?[A-Z0-9]{2};FL 07
BN;%N%n%O%n%A%n%C %Z;AC;city;;postcode;[A-Z]{2} ?\d{4};BT2328
BO;%N%n%O%n%A%n%C;AC;city;;;;
BQ;%N%n%O%n%A%n%C;AC;city;;;;
BR;%O%n%N%n%A%n%C-%S%n%Z;ASCZ;city;state;postcode;\d{5}-?\d{3};40301-110
BS;%N%n%O%n%A%n%C, %S;AC;city;island;;;
BT;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5};11001
BW;%N%n%O%n%A%n%C;AC;city;;;;
BY;%O%n%N%n%A%n%Z, %C%n%S;AC;city;province;postcode;\d{6};223016
BZ;%N%n%O%n%A%n%C;AC;city;;;;
CA;%N%n%O%n%A%n%C %S %Z;ACSZ;city;province;postal;[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d;H3Z 2Y7
CC;%O%n%N%n%A%n%C %S %Z;AC;city;province;postcode;6799;6799
CD;%N%n%O%n%A%n%C;AC;city;;;;
CF;%N%n%O%n%A%n%C;AC;city;;;;
CG;%N%n%O%n%A%n%C;AC;city;;;;
CH;%O%n%N%n%A%nCH-%Z %C;ACZ;city;;postcode;\d{4};2544
CI;%N%n%O%n%A %C;AC;city;;;;
CK;%N%n%O%n%A%n%C;AC;city;;;;
CL;%N%n%O%n%A%n%Z %C%n%S;AC;city;province;postcode;\d{7};8340457
CM;%N%n%O%n%A%n%C;AC;city;;;;
CN;%N%n%O%n%A%n%C%n%S, %Z;ACSZ;city;province;postcode;\d{6};266033
CO;%N%n%O%n%A%n%C, %S, %Z;AS;city;department;postcode;\d{6};111221
CR;%N%n%O%n%A%n%S, %C%n%Z;ACS;city;province;postcode;\d{4,5}|\d{3}-\d{4};1000
CU;%N%n%O%n%A%n%C %S%n%Z;AC;city;province;postcode;\d{5};10700
CV;%N%n%O%n%A%n%Z %C%n%S;AC;city;island;postcode;\d{4};7600
CW;%N%n%O%n%A%n%C;AC;city;;;;
CX;%O%n%N%n%A%n%C %S %Z;AC;city;province;postcode;6798;6798
CY;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};2008
CZ;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{3} ?\d{2};100 00
DE;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{5};26133
DJ;%N%n%O%n%A%n%C;AC;city;;;;
DK;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{4};8660
DM;%N%n%O%n%A%n%C;AC;city;;;;
DO;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};11903
DZ;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};40304
EC;%N%n%O%n%A%n%Z%n%C;AC;city;;postcode;\d{6};090105
EE;%N%n%O%n%A%n%Z %C %S;ACZ;city;province;postcode;\d{5};69501
EG;%N%n%O%n%A%n%C%n%S%n%Z;AC;city;province;postcode;\d{5};12411
EH;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};70000
ER;%N%n%O%n%A%n%C;AC;city;;;;
ES;%N%n%O%n%A%n%Z %C %S;ACSZ;city;province;postcode;\d{5};28039
ET;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1000
FI;%O%n%N%n%A%nFI-%Z %C;ACZ;city;;postcode;\d{5};00550
FJ;%N%n%O%n%A%n%C;AC;city;;;;
FK;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;FIQQ 1ZZ;FIQQ 1ZZ
FM;%N%n%O%n%A%n%C %S %Z;ACSZ;city;state;zip;(?:9694[1-4])(?:[ -](?:\d{4}))?;96941
FO;%N%n%O%n%A%nFO%Z %C;AC;city;;postcode;\d{3};100
FR;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;\d{2} ?\d{3};33380
GA;%N%n%O%n%A%n%C;AC;city;;;;
GB;%N%n%O%n%A%n%C%n%Z;ACZ;post_town;;postcode;GIR ?0AA|[A-Z]{1,2}\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}|BFPO ?\d{1,4};EC1Y 8SY
GD;%N%n%O%n%A%n%C;AC;city;;;;
GE;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};0101
GF;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78]3\d{2};97300
GG;%N%n%O%n%A%n%C%nGUERNSEY%n%Z;ACZ;city;;postcode;GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2};GY1 1AA
GH;%N%n%O%n%A%n%C;AC;city;;;;
GI;%N%n%O%n%A%nGIBRALTAR%n%Z;A;;;postcode;GX11 1AA;GX11 1AA
GL;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;39\d{2};3900
GM;%N%n%O%n%A%n%C;AC;city;;;;
GN;%N%n%O%n%Z %A %C;AC;city;;postcode;\d{3};001
GP;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78][01]\d{2};97100
GQ;%N%n%O%n%A%n%C;AC;city;;;;
GR;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{3} ?\d{2};151 24
GT;%N%n%O%n%A%n%Z- %C;AC;city;;postcode;\d{5};09001
GU;%N%n%O%n%A%n%C %Z;ACZ;city;;zip;(?:969(?:[12]\d|3[12]))(?:[ -](?:\d{4}))?;96910
GW;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1000
GY;%N%n%O%n%A%n%C;AC;city;;;;
HK;%N%n%O%n%A%n%C%n%S;AS;district;area;;;
HN;%N%n%O%n%A%n%C, %S%n%Z;ACS;city;department;postcode;\d{5};31301
HR;%N%n%O%n%A%nHR-%Z %C;AC;city;;postcode;\d{5};10000
HT;%N%n%O%n%A%nHT%Z %C;AC;city;;postcode;\d{4};6120
HU;%N%n%O%n%C%n%A%n%Z;ACZ;city;;postcode;\d{4};1037
ID;%N%n%O%n%A%n%C%n%S %Z;AS;city;province;postcode;\d{5};40115
IE;%N%n%O%n%A%n%C%n%S%n%Z;AC;city;county;eircode;[\dA-Z]{3} ?[\dA-Z]{4};A65 F4E2
IL;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5}(?:\d{2})?;9614303
IM;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2};IM2 1AA
IN;%N%n%O%n%A%n%C %Z%n%S;ACSZ;city;state;pin;\d{6};110034
IO;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;BBND 1ZZ;BBND 1ZZ
IQ;%O%n%N%n%A%n%C, %S%n%Z;ACS;city;province;postcode;\d{5};31001
IR;%O%n%N%n%S%n%C%n%A%n%Z;AC;city;province;postcode;\d{5}-?\d{5};11936-12345
IS;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{3};320
IT;%N%n%O%n%A%n%Z %C %S;ACSZ;city;province;postcode;\d{5};00144
JE;%N%n%O%n%A%n%C%nJERSEY%n%Z;ACZ;city;;postcode;JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2};JE1 1AA
JM;%N%n%O%n%A%n%C%n%S;ACS;city;parish;;;
JO;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5};11937
JP;%N%n%O%n%A, %S%n%Z;ASZ;;prefecture;postcode;\d{3}-?\d{4};154-0023
KE;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;\d{5};20100
KG;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{6};720001
KH;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5,6};120101
KI;%N%n%O%n%A%n%S%n%C;AC;city;island;;;
KM;%N%n%O%n%A%n%C;AC;city;;;;
KN;%N%n%O%n%A%n%C, %S;ACS;city;island;;;
KP;%N%n%O%n%A%n%C%n%S, %Z;AC;city;province;postcode;;
KR;%N%n%O%n%A%n%C%n%S%n%Z;ACSZ;city;do_si;postcode;\d{5};03051
KW;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};54541
KY;%N%n%O%n%A%n%S %Z;AS;;island;postcode;KY\d-\d{4};KY1-1100
KZ;%Z%n%S%n%C%n%A%n%O%n%N;AC;city;province;postcode;\d{6};040900
LA;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};01160
LB;%N%n%O%n%A%n%C %Z;AC;city;;postcode;(?:\d{4})(?: ?(?:\d{4}))?;2038 3054
LC;%N%n%O%n%A%n%C;AC;city;;;;
LI;%O%n%N%n%A%nFL-%Z %C;ACZ;city;;postcode;948[5-9]|949[0-8];9496
LK;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;\d{5};20000
LR;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1000
LS;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{3};100
LT;%O%n%N%n%A%nLT-%Z %C %S;ACZ;city;province;postcode;\d{5};04340
LU;%O%n%N%n%A%nL-%Z %C;ACZ;city;;postcode;\d{4};4750
LV;%N%n%O%n%A%n%S%n%C, %Z;ACZ;city;province;postcode;LV-\d{4};LV-1073
LY;%N%n%O%n%A%n%C;AC;city;;;;
MA;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};53000
MC;%N%n%O%n%A%nMC-%Z %C;AC;city;;postcode;980\d{2};98000
MD;%N%n%O%n%A%nMD-%Z %C;AC;city;;postcode;\d{4};2012
ME;%N%n%O%n%A%n%Z %C;AC;city;;postcode;8\d{4};81257
MF;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78][01]\d{2};97100
MG;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{3};501
MH;%N%n%O%n%A%n%C %S %Z;ACSZ;city;state;zip;(?:969[67]\d)(?:[ -](?:\d{4}))?;96960
MK;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1314
ML;%N%n%O%n%A%n%C;AC;city;;;;
MM;%N%n%O%n%A%n%C, %Z;AC;city;;postcode;\d{5};11181
MN;%N%n%O%n%A%n%C%n%S %Z;AC;city;province;postcode;\d{5};65030
MO;%N%n%O%n%A;A;;;;;
MP;%N%n%O%n%A%n%C %S %Z;ACSZ;city;state;zip;(?:9695[012])(?:[ -](?:\d{4}))?;96950
MQ;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78]2\d{2};97220
MR;%N%n%O%n%A%n%C;AC;city;;;;
MS;%N%n%O%n%A%n%C;AC;city;;;;
MT;%N%n%O%n%A%n%C %Z;AC;city;;postcode;[A-Z]{3} ?\d{2,4};NXR 01
MU;%N%n%O%n%A%n%Z%n%C;AC;city;;postcode;\d{3}(?:\d{2}|[A-Z]{2}\d{3});42602
MV;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5};20026
MW;%N%n%O%n%A%n%C;AC;city;;;;
MX;%N%n%O%n%A%n%Z %C, %S;ACSZ;city;state;postcode;\d{5};02860
MY;%N%n%O%n%A%n%Z %C%n%S;ACZ;city;state;postcode;\d{5};43000
MZ;%N%n%O%n%A%n%Z %C%S;AC;city;province;postcode;\d{4};1102
NA;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;\d{5};10001
NC;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;988\d{2};98814
NE;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};8001
NF;%O%n%N%n%A%n%C %S %Z;AC;city;province;postcode;2899;2899
NG;%N%n%O%n%A%n%C %Z%n%S;AC;city;state;postcode;\d{6};930283
NI;%N%n%O%n%A%n%Z%n%C, %S;AC;city;department;postcode;\d{5};52000
NL;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;[1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z]);1234 AB
NO;%N%n%O%n%A%n%Z %C;ACZ;post_town;;postcode;\d{4};0025
NP;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5};44601
NR;%N%n%O%n%A%n%S;AS;;district;;;
NU;%N%n%O%n%A%n%C;AC;city;;;;
NZ;%N%n%O%n%A%n%C %Z;ACZ;city;;postcode;\d{4};6001
OM;%N%n%O%n%A%n%Z%n%C;AC;city;;postcode;(?:PC )?\d{3};133
PA;%N%n%O%n%A%n%C%n%S;AC;city;province;;;
PE;%N%n%O%n%A%n%C %Z%n%S;AC;district;province;postcode;(?:LIMA \d{1,2}|CALLAO 0?\d)|[0-2]\d{4};LIMA 23
PF;%N%n%O%n%A%n%Z %C %S;ACSZ;city;island;postcode;987\d{2};98709
PG;%N%n%O%n%A%n%C %Z %S;ACS;city;province;postcode;\d{3};111
PH;%N%n%O%n%A%n%C%n%Z %S;AC;city;province;postcode;\d{4};1008
PK;%N%n%O%n%A%n%C-%Z;AC;city;;postcode;\d{5};44000
PL;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{2}-\d{3};00-950
PM;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78]5\d{2};97500
PN;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;PCRN 1ZZ;PCRN 1ZZ
PR;%N%n%O%n%A%n%C PR %Z;ACZ;city;;zip;(?:00[679]\d{2})(?:[ -](?:\d{4}))?;00930
PS;%N%n%O%n%A%n%C;AC;city;;;;
PT;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{4}-\d{3};2725-079
PW;%N%n%O%n%A%n%C %S %Z;ACSZ;city;state;zip;(?:969(?:39|40))(?:[ -](?:\d{4}))?;96940
PY;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1536
QA;%N%n%O%n%A%n%C;AC;city;;;;
RE;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;9[78]4\d{2};97400
RO;%N%n%O%n%A%n%Z %S %C;ACZ;city;province;postcode;\d{6};060274
RS;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5,6};106314
RU;%N%n%O%n%A%n%C%n%S%n%Z;ACSZ;city;oblast;postcode;\d{6};247112
RW;%N%n%O%n%A%n%C;AC;city;;;;
SA;%N%n%O%n%A%n%C %Z;AC;city;;postcode;\d{5};11564
SB;%N%n%O%n%A%n%C;AC;city;;;;
SC;%N%n%O%n%A%n%C%n%S;AC;city;island;;;
SD;%N%n%O%n%A%n%C%n%Z;AC;district;;postcode;\d{5};11042
SE;%O%n%N%n%A%nSE-%Z %C;ACZ;post_town;;postcode;\d{3} ?\d{2};11455
SG;%N%n%O%n%A%nSINGAPORE %Z;AZ;;;postcode;\d{6};546080
SH;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;(?:ASCN|STHL) 1ZZ;STHL 1ZZ
SI;%N%n%O%n%A%nSI-%Z %C;AC;city;;postcode;\d{4};4000
SJ;%N%n%O%n%A%n%Z %C;ACZ;post_town;;postcode;\d{4};9170
SK;%N%n%O%n%A%n%Z %C;ACZ;city;;postcode;\d{3} ?\d{2};010 01
SL;%N%n%O%n%A%n%C;AC;city;;;;
SM;%N%n%O%n%A%n%Z %C;AZ;city;;postcode;4789\d;47890
SN;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};12500
SO;%N%n%O%n%A%n%C, %S %Z;ACS;city;province;postcode;[A-Z]{2} ?\d{5};JH 09010
SR;%N%n%O%n%A%n%C%n%S;AC;city;province;;;
SS;%N%n%O%n%A%n%C;AC;city;;;;
ST;%N%n%O%n%A%n%C;AC;city;;;;
SV;%N%n%O%n%A%n%Z-%C%n%S;ACS;city;province;postcode;CP [1-3][1-7][0-2]\d;CP 1101
SX;%N%n%O%n%A%n%C;AC;city;;;;
SY;%N%n%O%n%A%n%C;AC;district;;;;
SZ;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;[HLMS]\d{3};H100
TA;%N%n%O%n%A%n%C%n%Z;AC;city;;postcode;TDCU 1ZZ;TDCU 1ZZ
TC;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;TKCA 1ZZ;TKCA 1ZZ
TD;%N%n%O%n%A%n%C;AC;city;;;;
TG;%N%n%O%n%A%n%C;AC;city;;;;
TH;%N%n%O%n%A%n%C%n%S %Z;AC;city;province;postcode;\d{5};10150
TJ;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{6};735450
TK;%N%n%O%n%A%n%C;AC;city;;;;
TL;%N%n%O%n%A%n%C;AC;city;;;;
TM;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{6};744000
TN;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4};1002
TO;%N%n%O%n%A%n%C;AC;city;;;;
TR;%N%n%O%n%A%n%Z %C/%S;ACZ;district;province;postcode;\d{5};01960
TT;%N%n%O%n%A%n%C;AC;city;;;;
TV;%N%n%O%n%A%n%C%n%S;AC;city;island;;;
TW;%N%n%O%n%A%n%C, %S %Z;ACSZ;district;county;postcode;\d{3}(?:\d{2,3})?;104
TZ;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{4,5};6090
UA;%N%n%O%n%A%n%C%n%S%n%Z;ACZ;city;oblast;postcode;\d{5};15432
UG;%N%n%O%n%A%n%C;AC;city;;;;
US;%N%n%O%n%A%n%C, %S %Z;ACSZ;city;state;zip;(?:\d{5})(?:[ -](?:\d{4}))?;95014
UY;%N%n%O%n%A%n%Z %C %S;AC;city;province;postcode;\d{5};11600
UZ;%N%n%O%n%A%n%Z %C%n%S;AC;city;province;postcode;\d{6};702100
VA;%N%n%O%n%A%n%Z %C;AC;city;;postcode;00120;00120
VC;%N%n%O%n%A%n%C %Z;AC;city;;postcode;VC\d{4};VC0100
VE;%N%n%O%n%A%n%C %Z, %S;ACS;city;state;postcode;\d{4};1010
VG;%N%n%O%n%A%n%C%n%Z;A;city;;postcode;VG\d{4};VG1110
VI;%N%n%O%n%A%n%C %S %Z;ACSZ;city;state;zip;(?:008(?:(?:[0-4]\d)|(?:5[01])))(?:[ -](?:\d{4}))?;00802-1222
VN;%N%n%O%n%A%n%C%n%S %Z;AC;city;province;postcode;\d{5}\d?;70010
VU;%N%n%O%n%A%n%C;AC;city;;;;
WF;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;986\d{2};98600
WS;%N%n%O%n%A%n%C;AC;city;;;;
XK;%N%n%O%n%A%n%Z %C;AC;city;;postcode;[1-7]\d{4};10000
YE;%N%n%O%n%A%n%C;AC;city;;;;
YT;%O%n%N%n%A%n%Z %C;ACZ;city;;postcode;976\d{2};97600
ZA;%N%n%O%n%A%n%C%n%Z;ACZ;city;;postcode;\d{4};0083
ZM;%N%n%O%n%A%n%Z %C;AC;city;;postcode;\d{5};50100
ZW;%N%n%O%n%A%n%C;AC;city;;;;
`
