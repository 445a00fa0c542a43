const paths = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M4 3.5 16 16.5M16 3.5 4 16.5',
  down: 'm4 7 6 6 6-6',
  up: 'm4 13 6-6 6 6',
  first: 'M4 4v12M15 4l-6 6 6 6',
  previous: 'm12.5 4-6 6 6 6',
  next: 'm7.5 4 6 6-6 6',
  right: 'M3 10h14M11 4l6 6-6 6',
  left: 'M17 10H3M9 4l-6 6 6 6',
  pause: 'M7 4v12M13 4v12',
  play: 'M6 3.5 16 10 6 16.5Z',
  plus: 'M4 10h12M10 4v12',
  minus: 'M4 10h12',
  check: 'm3.5 10.5 4.5 4.5 8.5-10',
  warning: 'M10 2.5 18 17H2ZM10 8v4.5M10 14.5v.5',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15ZM10 9v5M10 6v.5',
  phone:
    'M4 3h3.5l1.4 4-2 1.5a10 10 0 0 0 4.6 4.6l1.5-2 4 1.4V16a1.5 1.5 0 0 1-1.6 1.5C8.6 17 3 11.4 2.5 4.6A1.5 1.5 0 0 1 4 3Z',
  heart: 'M10 17C4 12.6 2.4 9.8 2.4 7.2A4 4 0 0 1 10 5.4a4 4 0 0 1 7.6 1.8C17.6 9.8 16 12.6 10 17Z',
  cart: 'M2 3h3l2.2 9.5h8.3L17.5 6H6M8 14.6a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 1 0 0-2.8M14.5 14.6a1.4 1.4 0 1 0 0 2.8a1.4 1.4 0 1 0 0-2.8',
  search: 'M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M13 13l4.5 4.5',
  theme: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14v14M10 6l5-1M10 10h7M10 14l5 1',
  facebook: 'M13.5 3H12a3 3 0 0 0-3 3v11M6 9.5h6.5',
  x: 'M4 3.5 16 16.5M16 3.5 4 16.5',
  linkedin: 'M4.5 8v8.5M4.5 4v.5M9 16.5V8M9 11.5A3.2 3.2 0 0 1 15.5 11.5v5',
  google: 'M16.2 5.2A7.5 7.5 0 1 0 17.5 10H10.5',
  code: 'M7 5.5 2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5M11.5 4l-3 12',
  door: 'M4.5 17V3h11v14M2.5 17h15M12.5 10v.5',
  grid: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
  rows: 'M3 3h14v3.5H3zM3 8.500h14V12H3zM3 14h14v3H3z',
  share: 'M10 12V2.5M6.5 6 10 2.5 13.5 6M5 9H4v8.5h12V9h-1',
  print: 'M5.5 7V2.5h9V7M5.5 14H3V7h14v7h-2.5M5.5 11.5h9v6h-9z',
  zoom: 'M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M13 13l4.5 4.5M8.5 6v5M6 8.5h5',
  star: 'm10 1.8 2.5 5.4 5.9.7-4.4 4 1.2 5.9L10 14.9l-5.2 2.9L6 11.9l-4.4-4 5.9-.7Z',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} className={className} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
