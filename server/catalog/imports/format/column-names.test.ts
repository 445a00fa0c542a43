import { expect, test } from 'vitest'
import { nameColumns } from './column-names.ts'

test.each([
  [
    'Brand,Part Number,Product Name,Price,Minimum Order,Available Quantity,Image',
    'brand,partNumber,productName,price,minimumOrder,availableQuantity,img',
  ],
  ['PART_NUMBER,product-name,minimum.order,SKU', 'partNumber,productName,minimumOrder,'],
  ['Part #', 'partNumber'],
  ['Part No.', 'partNumber'],
  ['part-no', 'partNumber'],
  ['P/N,Unit Price,Qty on Hand,MOQ', 'partNumber,price,availableQuantity,minimumOrder'],
  [
    'Marke;Artikelnummer;Bezeichnung;Preis;Mindestmenge;Bestand;Bild',
    'brand,partNumber,productName,price,minimumOrder,availableQuantity,img',
  ],
  [
    'Hersteller;Art.-Nr.;Artikelbezeichnung;VK-Preis;Mindest-Bestellmenge;Lager-Bestand;Bild-URL',
    'brand,partNumber,productName,price,minimumOrder,availableQuantity,img',
  ],
  [
    'HERSTELLER;Teile Nr;VERFÜGBAR;Stueckpreis;Beschreibung;Kategorie',
    'brand,partNumber,availableQuantity,price,description,category',
  ],
  ['SKU,Herstellernummer,Name', ',partNumber,productName'],
  ['SKU,Name,Regular price,Stock,Images', 'partNumber,productName,price,availableQuantity,images'],
  [
    'Handle,Title,Vendor,Body (HTML),Variant SKU,Variant Price,Variant Inventory Qty,Image Src',
    ',productName,brand,description,partNumber,price,availableQuantity,img',
  ],
  [
    'title,description,price,brand,mpn,image_link,additional_image_link',
    'productName,description,price,brand,partNumber,img,images',
  ],
  ['Mfr #,MFG P/N,Image 1,QOH,Sell Price', 'partNumber,,img,availableQuantity,price'],
  ['Catalog Number,Desc,Photo 1,Avail. Qty', 'partNumber,description,img,availableQuantity'],
  ['Herst.-Nr.;Teilnummer;Preis/Stück;Anzahl;Bild 1', 'partNumber,,price,availableQuantity,img'],
  ['Preis (USD);Preis in EUR', 'price,'],
  ['Unit price USD,Cost USD,USD', 'price,,'],
  ['VK-Preis in $', 'price'],
  ['price,Preis,VK', 'price,,'],
  ['OE Number,List Price,UVP,Supplier,Weight', ',,,,'],
  ['_ID,ID', '_id,'],
  ['id', '_id'],
  ['Ｐｒｉｃｅ,\u00a0Price\u00a0x', 'price,'],
])('the names %s are the columns %s', (names, columns) => {
  const named = nameColumns(names.split(/[,;]/), 'usd')
  expect(named.twice).toBeUndefined()
  expect(named.columns.map((column) => column ?? '').join()).toBe(columns)
})

test.each([
  ['price,Price', 'price'],
  ['Part #,PartNumber', 'partNumber'],
  ['Preis;VK', 'price (Preis, VK)'],
  ['Stock,Quantity', 'availableQuantity (Stock, Quantity)'],
])('%s name one column twice', (names, twice) => {
  expect(nameColumns(names.split(/[,;]/)).twice).toBe(twice)
})

test('a column is that of several attributes only if it is written exactly so, once', () => {
  expect(nameColumns(['attributes ', 'price']).columns).toEqual(['attributes', 'price'])
  expect(nameColumns(['Attributes', 'ATTRIBUTES', 'price']).columns).toEqual([null, null, 'price'])
  expect(nameColumns(['attributes', 'attributes']).twice).toBe('attributes')
})
