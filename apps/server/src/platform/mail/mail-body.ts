/** Renders mails as plain text, and as HTML with tables and inline styles, as mail programs require. Pure. */

/** Holds the text of a mail; all of it is escaped. */
export type MailContent = {
  subject: string
  paragraphs: string[]
  /** Holds a code that the recipient types in; displayed on a line of its own. */
  code?: string
  /** The one button. */
  link?: { label: string; url: string }
  /** Explains the reason for the mail, or how to receive fewer of them. */
  footer?: { text: string; link?: { label: string; url: string } }
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const DEFAULT_FOOTER =
  'You get this mail because your e-mail address was given at Semblance, the marketplace for synthetic data.'

export function textBody(mail: MailContent): string {
  const footer = mail.footer ?? { text: DEFAULT_FOOTER }
  const blocks = [
    ...mail.paragraphs,
    ...(mail.code ? [`    ${mail.code}`] : []),
    ...(mail.link ? [`${mail.link.label}:\n${mail.link.url}`] : []),
    `-- \nSemblance\n${footer.text}${footer.link ? `\n${footer.link.label}: ${footer.link.url}` : ''}`,
  ]
  return blocks.join('\n\n')
}

// The web application's petrol, brass and ink (tokens.css) in sRGB: mail programs know no oklch.
const ink = '#10242b'
const muted = '#5b6b70'
const petrol = '#00505f'
const brass = '#d0a13e'
const line = '#dbe3e6'
const sans = "'Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

/** Programs that follow dark mode take these; the others keep the inline colors. */
const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#0d1b21!important}.card{background:#14272f!important;border-color:#2a4049!important}
.ink{color:#e8f0f2!important}.muted{color:#a3b4ba!important}.code{background:#0d1b21!important;border-color:#2a4049!important}
.button{background:#8fd0dd!important}.button a{color:#06222a!important}}`

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;color:${ink};font:16px/1.55 ${sans}">${escapeHtml(text)}</p>`

const codeBlock = (code: string) =>
  `<p class="ink code" style="margin:8px 0 24px;padding:16px;background:#f2f6f7;border:1px solid ${line};border-radius:8px;color:${ink};font:600 28px/1.2 'Spline Sans Mono',Consolas,monospace;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`

const button = ({ label, url }: { label: string; url: string }) =>
  `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:8px 0 20px"><tr>
<td class="button" style="background:${petrol};border-radius:8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;color:#ffffff;font:600 16px/1.2 ${sans};text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="muted" style="margin:0 0 8px;color:${muted};font:13px/1.5 ${sans}">If the button does not work, copy this address into your browser:<br><span style="word-break:break-all">${escapeHtml(url)}</span></p>`

const small = (html: string) =>
  `<p class="muted" style="margin:0;color:${muted};font:13px/1.5 ${sans}">${html}</p>`

export function htmlBody(mail: MailContent): string {
  const footer = mail.footer ?? { text: DEFAULT_FOOTER }
  const footerLink = footer.link
    ? ` <a class="muted" href="${escapeHtml(footer.link.url)}" style="color:${muted}">${escapeHtml(footer.link.label)}</a>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f7f8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.paragraphs[0] ?? '')}</div>
<table class="page" role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="background:#f3f7f8"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 16px;color:${ink};font:700 20px/1.2 'Instrument Sans',${sans}"><span style="border-bottom:3px solid ${brass}">Semblance</span></td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid ${line};border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;color:${ink};font:600 22px/1.3 'Instrument Sans',${sans}">${escapeHtml(mail.subject)}</h1>
${mail.paragraphs.map(paragraph).join('\n')}
${mail.code ? codeBlock(mail.code) : ''}${mail.link ? button(mail.link) : ''}
</td></tr>
<tr><td style="padding:16px 4px">${small(escapeHtml(footer.text) + footerLink)}</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}
