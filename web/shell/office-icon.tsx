const paths = {
  day: 'M3 4h14v13H3zM3 8h14M7 2v4M13 2v4M7 12h3',
  order: 'M4 2.5h12v15l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM7 7h6M7 10.5h6',
  plus: 'M3 3h14v14H3zM10 7v6M7 10h6',
  part: 'm10 2 7 4v8l-7 4-7-4V6zM10 7a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  import: 'M10 2v10M6 8.5l4 4 4-4M3 13v4h14v-4',
  star: 'm10 2.5 2.300 4.900 5.200.7-3.800 3.700.9 5.300L10 14.5l-4.600 2.600.9-5.300L2.5 8.100l5.200-.7z',
  categories: 'M3 3h6v5H3zM6 8v7.5h5M6 11h5M11 9h6v4h-6zM11 14h6v3h-6z',
  partType: 'M3 3h7l7 7-7 7-7-7zM6.500 5.500a1 1 0 1 0 0 2a1 1 0 1 0 0-2',
  attribute: 'M2.500 6h15v8h-15zM6 6v3M9 6v4M12 6v3M15 6v4',
  staff: 'm10 2 6 2.5v5c0 4-2.5 6.5-6 8-3.5-1.5-6-4-6-8v-5zM7.5 10l2 2 3.5-4',
  estimate: 'M3 4h14v10H9l-4 3v-3H3zM6.5 8h7M6.5 11h4',
  mail: 'M2.5 4.5h15v11h-15zM2.5 5.5l7.5 5.5 7.5-5.5',
  store: 'M4 9v8h12V9M2.5 9l2-6h11l2 6zM8 17v-5h4v5',
  audit: 'M4 3h12v14H4zM7 7h6M7 10h6M7 13h3',
  failedMail: 'M17.5 9V4.5h-15v11H11M2.5 5.5l7.5 5.5 7.5-5.5M14 13l4 4M18 13l-4 4',
  failedJob: 'M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15M10 6v5M10 13.5v.5',
  person:
    'M10 3.700a3.300 3.300 0 1 0 0 6.600a3.300 3.300 0 1 0 0-6.600M3.5 17c.5-4 3-5.5 6.5-5.5s6 1.5 6.5 5.5z',
  place:
    'M10 18c-3.500-4-5.500-6.500-5.500-9.500a5.500 5.500 0 0 1 11 0c0 3-2 5.500-5.500 9.500zM10 6.500a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  key: 'M6.5 6a4 4 0 1 0 0 8a4 4 0 1 0 0-8M10.5 10H18M15 10v3M17.5 10v2.5',
  more: 'M3 5h14M3 10h14M3 15h14',
} as const

export type OfficeIconName = keyof typeof paths

export function OfficeIcon({ name }: { name: OfficeIconName }) {
  return (
    <svg className="office-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
