export { PhoneDrawer } from './phone-drawer.js';
export { SearchDialog } from './search/search-dialog.js';
