import type { PublicConfig } from '#contract/platform/config.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type ShopDataInput = { store: PublicConfig['store']; origin: string }

/** The shop and its search for search engines: what is not filled in is left out. */
export function shopData({ store, origin }: ShopDataInput) {
  const { name, phone, address, logo, hours } = store
  const url = `${origin}/`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'AutoPartsStore',
      '@id': `${url}#shop`,
      name,
      url,
      image: origin + (logo ?? '/icon-512.png'),
      logo: origin + (logo ?? '/icon-512.png'),
      ...(phone && { telephone: phone }),
      ...(address && { address: address.split('\n').filter(Boolean).join(', ') }),
      ...(hours && { openingHoursSpecification: openingHours(hours.week) }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url,
      publisher: { '@id': `${url}#shop` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/parts?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

type Week = NonNullable<PublicConfig['store']['hours']>['week']

function openingHours(week: Week) {
  return week.flatMap((hours, day) =>
    hours
      ? {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: `https://schema.org/${DAYS[day]}`,
          opens: hours.opens,
          closes: hours.closes,
        }
      : [],
  )
}
