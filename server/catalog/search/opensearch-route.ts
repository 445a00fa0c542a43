import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '../../platform/markup.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'

const FOR_A_DAY = 'public, max-age=86400'

/** Describes the search of the shop, so that browsers offer it in their address bars: https://github.com/dewitt/opensearch. */
export function openSearchRoute(
  app: FastifyInstance,
  { settings, origin }: { settings: StoreSettings; origin: string },
): void {
  app.get('/opensearch.xml', async (_request, reply) => {
    const { name } = await settings.current()
    // a line of text: it has no control characters, which XML cannot contain
    const text = escapeMarkup(name)
    return reply
      .header('cache-control', FOR_A_DAY)
      .type('application/opensearchdescription+xml; charset=utf-8')
      .send(`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${text}</ShortName>
<Description>${text}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${origin}/favicon.ico</Image>
<Url type="text/html" template="${origin}/parts?q={searchTerms}"/>
</OpenSearchDescription>
`)
  })
}
