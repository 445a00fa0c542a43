import { createRequestHandler, Outlet, RouterContextProvider, type ServerBuild } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { pagePolicy } from '#server/platform/http/security.ts'
import * as entry from '../../entry.server.tsx'
import { LateScripts } from './late-scripts.tsx'

let html = ''

beforeAll(async () => {
  html = await render({ hasClientLoader: false })
})

/** What the browser's inline script finds in the `<noscript>`. */
function lateText(page: string): string {
  return /<noscript id="late"[^>]*>(.*?)<\/noscript>/s.exec(page)?.[1] ?? ''
}

test('all that would request a script is inside the noscript', () => {
  const visible = html.replace(lateText(html), '')
  expect(visible).not.toMatch(/modulepreload|type="module"|src=/)
  expect(lateText(html)).toContain('<link rel="modulepreload" href="/assets/entry.js"')
  expect(lateText(html)).toContain('<link rel="modulepreload" href="/assets/root.js"')
})

test('the noscript contains one classic script, which sets the data of the page', () => {
  const scripts = [...lateText(html).matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  const classic = scripts.filter(([, attributes]) => !attributes?.includes('type='))
  expect(classic.map(([, , source]) => source)).toEqual([
    expect.stringContaining('window.__reactRouterContext ='),
  ])
  expect(scripts).toHaveLength(2)
})

test('the script that runs the data script stands before the first chunk of the stream', () => {
  const start = html.search(/getElementById\(["']late["']\)/)
  expect(start).toBeGreaterThan(html.indexOf('</noscript>'))
  expect(html.indexOf('streamController.enqueue')).toBeGreaterThan(start)
})

test('the noscript contains only links and scripts', () => {
  expect(lateText(html).replace(/<link [^>]*>|<script[^>]*>.*?<\/script>/gs, '')).toBe('')
})

test('a page with a clientLoader is marked', async () => {
  expect(html).not.toContain('data-now')
  expect(await render({ hasClientLoader: true })).toContain('<noscript id="late" data-now="">')
})

test('the policy allows each inline script by its hash, without unsafe-inline', async () => {
  const policy = pagePolicy(html, { captcha: false, stripe: false, hmr: false })
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, source = '']) => source)
  expect(scripts.length).toBeGreaterThan(3)
  for (const source of scripts) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source))
    expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
  }
  expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe-inline')
})

/** An application of one page, as React Router renders it. */
async function render({ hasClientLoader }: { hasClientLoader: boolean }): Promise<string> {
  const build: ServerBuild = {
    entry: { module: entry },
    routes: { root: { id: 'root', path: '', module: { default: Page, loader: () => 'data' } } },
    assets: {
      entry: { imports: [], module: '/assets/entry.js' },
      routes: {
        root: {
          id: 'root',
          path: '',
          module: '/assets/root.js',
          hasAction: false,
          hasClientAction: false,
          hasClientLoader,
          hasClientMiddleware: false,
          hasErrorBoundary: false,
          hasLoader: true,
          clientActionModule: undefined,
          clientLoaderModule: undefined,
          clientMiddlewareModule: undefined,
          hydrateFallbackModule: undefined,
          imports: [],
        },
      },
      url: '/assets/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
  const request = new Request('http://localhost/')
  const response = await createRequestHandler(build)(request, new RouterContextProvider())
  return response.text()
}

function Page() {
  return (
    <html lang="en">
      <body>
        <Outlet />
        <LateScripts />
      </body>
    </html>
  )
}
