// Runs before anything else is drawn. It is a file because a strict CSP forbids inline scripts.

// The theme, before the first paint and whenever the system changes its own.
{
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let preference = 'system'
    try {
      preference = localStorage.getItem('semblance.theme') ?? 'system'
    } catch {
      // Storage may be blocked; the system's theme stands.
    }
    const dark = preference === 'dark' || (preference !== 'light' && systemDark.matches)
    document.documentElement.classList.toggle('dark', dark)
  }
  apply()
  systemDark.addEventListener('change', apply)
}

// zod tries eval as soon as a schema is built, earlier than any module of ours could call z.config; our CSP
// would report that.
globalThis.__zod_globalConfig = { jitless: true }
