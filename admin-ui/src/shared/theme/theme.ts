import {
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Modal,
  Popover,
  Tooltip,
} from '@mantine/core'

const glass: MantineColorsTuple = [
  '#eef6f3', '#dcebe6', '#b8d6cd', '#90bfb2', '#6caa9b', '#4d9586', '#357f71', '#1f665b', '#17524b', '#0d3b37',
]
const brass: MantineColorsTuple = [
  '#fdf7e8', '#f8ebc9', '#efd693', '#e5bf5c', '#dcac3c', '#cf9a2b', '#b07f1e', '#8c6416', '#6d4d12', '#51390f',
]
const gray: MantineColorsTuple = [
  '#f6f8f5', '#eef1ed', '#e0e5e0', '#d0d7d2', '#b3bcb6', '#8f9a93', '#66716b', '#4d5751', '#333b37', '#1b211e',
]
const dark: MantineColorsTuple = [
  '#e4eae6', '#b9c2bd', '#98a49d', '#6e7a74', '#3a4440', '#29312e', '#1d2321', '#171c1a', '#121715', '#0c100f',
]

export const theme = createTheme({
  primaryColor: 'glass',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { glass, brass, gray, dark },
  fontFamily: "'Inter Variable', system-ui, 'DejaVu Sans', sans-serif",
  fontFamilyMonospace: 'var(--v-mono)',
  headings: { fontFamily: 'var(--v-serif)', fontWeight: '500' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 550 } } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm', size: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 550, letterSpacing: 0, flex: 'none', maxWidth: 'none' }, label: { overflow: 'visible' } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 250, maw: 320, multiline: true } }),
    Modal: Modal.extend({ defaultProps: { centered: true, radius: 'lg', closeButtonProps: { 'aria-label': 'Close' } } }),
    Drawer: Drawer.extend({ defaultProps: { position: 'right', closeButtonProps: { 'aria-label': 'Close' } } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', radius: 'lg' } }),
  },
})

/** The tints of light badges and buttons. */
const washes = Object.fromEntries(
  [
    ['glass', 'accent'],
    ['brass', 'brass'],
    ['red', 'bad'],
  ].flatMap(([color, token]) => [
    [`--mantine-color-${color}-light`, `var(--v-${token}-wash)`],
    [`--mantine-color-${color}-light-color`, `var(--v-${token})`],
  ]),
)

/** Maps the colours of the component library to ours, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--v-surface)',
    '--mantine-color-text': 'var(--v-ink)',
    '--mantine-color-default-border': 'var(--v-line-strong)',
  },
  light: {
    ...washes,
    '--mantine-color-error': 'var(--v-bad)',
    '--mantine-color-gray-light': 'var(--v-sunken)',
    '--mantine-color-gray-light-color': 'var(--v-ink-soft)',
    '--mantine-color-dimmed': 'var(--v-ink-soft)',
  },
  dark: {
    ...washes,
    '--mantine-color-error': 'var(--v-bad)',
    '--mantine-color-gray-light': 'var(--v-line)',
    '--mantine-color-gray-light-color': 'var(--v-ink-soft)',
    '--mantine-color-dimmed': 'var(--v-ink-soft)',
    '--mantine-color-default': 'var(--v-raised)' },
})
