import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildDocuments } from './build-documents.ts'
import { lazySchemas } from './lazy-schemas.ts'
import { pageFiles } from './page-files.ts'

// sonner adds a <style> element when it is imported, which our CSP refuses; toast.tsx imports its stylesheet instead.
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    enforce: 'pre',
    transform(code, id) {
      if (!/sonner\/dist\/index\.m?js/.test(id)) return
      const head = 'function __insertCSS(code) {'
      if (!code.includes(head)) this.error('sonner no longer injects its styles like this')
      return { code: code.replace(head, `${head}return;`), map: null }
    },
  }
}

// Groups shared modules; otherwise any code shared by two pages would be a separate file, and a
// page some fifty requests.
const ofEveryDocument = {
  name: 'base',
  test: new RegExp(
    [
      'node_modules/(react|react-dom|scheduler|lucide-react|clsx|tailwind-merge)/',
      'node_modules/(class-variance-authority|@radix-ui/react-(slot|compose-refs))/',
      'vite/preload-helper',
      'src/(paths|lib/(cn|format|pages/lazy-component|session/redirect-session))\\.ts$',
      'src/components/(brand|layout/(navigation/skip-link|container)|ui/(button|avatar)|blocks/states/(variant-badge|status-icons))',
    ].join('|'),
  ),
  minShareCount: 2,
  priority: 2,
}
const ofMostPages = {
  name: 'shared',
  test: (id: string) => !id.includes('/features/overview/landing/'),
  minShareCount: 5,
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    sonnerWithoutStyleElement(),
    lazySchemas(),
    react(),
    tailwindcss(),
    buildDocuments(),
    pageFiles(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // No data: URLs, so that the CSP's font-src can stay 'self'.
    assetsInlineLimit: 0,
    // The largest is `shared`, 170 KB when compressed.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: ['index.html', 'landing.html'],
      output: { codeSplitting: { groups: [ofEveryDocument, ofMostPages] } },
    },
  },
})
