import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildDocuments } from './build-documents.ts'

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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [sonnerWithoutStyleElement(), react(), tailwindcss(), buildDocuments()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // No data: URLs, so that the CSP's font-src can stay 'self'.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'landing.html'],
      // A file for each icon would be a request for each icon.
      output: {
        codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/, minShareCount: 2 }] },
      },
    },
  },
})
