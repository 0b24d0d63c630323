import { smallViews } from './testing/small-views.js';
import { newSqlitePlace } from './testing/view-places.js';
import { viewProperties } from './testing/view-properties.js';
import { views } from './views.js';

viewProperties('Two small views', smallViews, newSqlitePlace);
viewProperties('The views of the forum', views, newSqlitePlace);
