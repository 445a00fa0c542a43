import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { StoreSettings } from './store-settings.ts'

const FOR_A_DAY = 'public, max-age=86400'
const icons = {
  '/favicon.ico': { file: 'favicon.ico', type: 'image/x-icon' },
  '/apple-touch-icon.png': { file: 'apple-touch-icon.png', type: 'image/png' },
  '/icon-512.png': { file: 'icon-512.png', type: 'image/png' },
}
/** The paper of the light theme (`tokens.css`). */
const PAPER = '#f5f1e7'

/** The icons that browsers and phones ask for by address, and the manifest: of the shop's own logo where it has one. */
export function iconRoutes(app: FastifyInstance, settings: StoreSettings): void {
  for (const [address, { file, type }] of Object.entries(icons)) {
    const bytes = readFileSync(path.join(import.meta.dirname, 'icons', file))
    app.get(address, async (_request, reply) => {
      const { logo } = await settings.current()
      if (logo) return reply.redirect(logo, 302)
      return reply.header('cache-control', FOR_A_DAY).type(type).send(bytes)
    })
  }
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { name, logo } = await settings.current()
    const drawn = { src: '/icon-512.png', sizes: '512x512', type: 'image/png' }
    const manifest = {
      name,
      short_name: name,
      start_url: '/',
      display: 'browser',
      background_color: PAPER,
      theme_color: PAPER,
      icons: [logo ? { src: logo, sizes: 'any' } : drawn],
    }
    return reply
      .header('cache-control', FOR_A_DAY)
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest))
  })
}
