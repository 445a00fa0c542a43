import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Every page loads these: one file compresses better than the dozens that would be cut by who imports what. */
const framework = { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }
/** Schemas, fields and tables, words for what went wrong, and what guards the pages behind sign-in: for many pages, yet not the public ones. */
const NOT_PUBLIC =
  /\/contract\/fields\.ts|\/ui\/(table|list-page|page-heading|forms\/field)\.tsx|\/web\/(api\/error-message|account\/session\/(identity-meanings|guards|sign-in)|account\/sign-in\/sign-in-form)\.tsx?|\/messages\/(account\/sign-in|errors|validation|account\/identity)\.ts/
const shared = {
  name: 'shared',
  test: (id: string) => /\/(web|contract|drawings)\//.test(id) && !NOT_PUBLIC.test(id),
  minShareCount: 9,
}
/** What the frame around every page is made of. */
const frame = {
  name: 'frame',
  test: /\/web\/(layout\/(header|page-problem)|account\/session\/session-state|ui\/states)\.tsx?$|\/messages\/layout\.ts$/,
}

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, frame, shared] } } } },
    },
  },
})
