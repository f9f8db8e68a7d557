// Columns: field, de, fr, es, it, nl, pl.
import { table } from "./table.js";

export const LINE_TERMS = table(`
lines[]|Rechnungsposition|Ligne de facture|Línea de factura|Riga della fattura|Factuurregel|Pozycja faktury
identifier|Kennung der Position|Identifiant de ligne de facture|Identificador de la línea|Identificativo della riga|Identificator van de regel|Identyfikator pozycji
note|Bemerkung zur Position|Note de ligne de facture|Nota de la línea|Nota della riga|Notitie bij de regel|Uwaga do pozycji
object_identifier|Kennung des Objekts der Position|Identifiant de l’objet de la ligne|Identificador del objeto de la línea|Identificativo dell’oggetto della riga|Identificator van het object van de regel|Identyfikator obiektu pozycji
quantity|In Rechnung gestellte Menge|Quantité facturée|Cantidad facturada|Quantità fatturata|Gefactureerde hoeveelheid|Ilość fakturowana
unit_code|Code der Maßeinheit der Menge|Code de l’unité de mesure de la quantité|Código de la unidad de medida|Codice dell’unità di misura|Code van de meeteenheid|Kod jednostki miary
net_amount|Nettobetrag der Position|Montant net de la ligne|Importe neto de la línea|Importo netto della riga|Nettobedrag van de regel|Kwota netto pozycji
purchase_order_line_reference|Referenz der Bestellposition|Référence de la ligne de commande|Referencia de la línea de pedido|Riferimento della riga d’ordine|Referentie van de inkooporderregel|Numer pozycji zamówienia
buyer_accounting_reference|Buchungsreferenz des Käufers zur Position|Référence comptable de l’acheteur de la ligne|Referencia contable del comprador de la línea|Riferimento contabile dell’acquirente della riga|Boekhoudkundige referentie van de regel|Numer księgowy nabywcy dla pozycji
period|Abrechnungszeitraum der Position|Période de facturation de la ligne|Período de facturación de la línea|Periodo di fatturazione della riga|Factureringsperiode van de regel|Okres rozliczeniowy pozycji
period.start_date|Beginn des Zeitraums der Position|Début de la période de la ligne|Inicio del período de la línea|Inizio del periodo della riga|Begin van de periode van de regel|Początek okresu pozycji
period.end_date|Ende des Zeitraums der Position|Fin de la période de la ligne|Fin del período de la línea|Fine del periodo della riga|Einde van de periode van de regel|Koniec okresu pozycji
allowances[]|Nachlass der Position|Remise de la ligne|Descuento de la línea|Sconto della riga|Korting van de regel|Rabat pozycji
charges[]|Zuschlag der Position|Charge de la ligne|Cargo de la línea|Maggiorazione della riga|Toeslag van de regel|Opłata pozycji
price|Preis|Détail du prix|Detalles del precio|Dettagli del prezzo|Prijsgegevens|Cena
price.net|Nettopreis des Artikels|Prix net de l’article|Precio neto del artículo|Prezzo netto dell’articolo|Nettoprijs van het artikel|Cena netto towaru
price.discount|Preisnachlass|Rabais sur le prix de l’article|Descuento sobre el precio|Sconto sul prezzo|Korting op de prijs|Upust od ceny
price.gross|Bruttopreis des Artikels|Prix brut de l’article|Precio bruto del artículo|Prezzo lordo dell’articolo|Brutoprijs van het artikel|Cena brutto towaru
price.base_quantity|Basismenge des Preises|Quantité de base du prix|Cantidad base del precio|Quantità base del prezzo|Basishoeveelheid van de prijs|Ilość bazowa ceny
price.base_quantity_unit_code|Code der Maßeinheit der Basismenge|Code de l’unité de mesure de la quantité de base|Código de la unidad de la cantidad base|Codice dell’unità della quantità base|Code van de eenheid van de basishoeveelheid|Kod jednostki ilości bazowej
price.discount_percentage|Prozentsatz des Preisnachlasses|Pourcentage du rabais|Porcentaje del descuento sobre el precio|Percentuale dello sconto sul prezzo|Percentage van de prijskorting|Procent upustu
price.discount_base_amount|Grundbetrag des Preisnachlasses|Montant de base du rabais|Importe base del descuento sobre el precio|Importo base dello sconto sul prezzo|Basisbedrag van de prijskorting|Kwota bazowa upustu
price.discount_reason|Grund des Preisnachlasses|Motif du rabais|Motivo del descuento sobre el precio|Motivo dello sconto sul prezzo|Reden van de prijskorting|Powód upustu
price.discount_reason_code|Code des Grundes des Preisnachlasses|Code du motif du rabais|Código del motivo del descuento sobre el precio|Codice del motivo dello sconto sul prezzo|Code van de reden van de prijskorting|Kod powodu upustu
vat|Umsatzsteuer der Position|TVA de la ligne|IVA de la línea|IVA della riga|Btw van de regel|VAT pozycji
vat.category_code|Code der Umsatzsteuerkategorie des Artikels|Code de type de TVA de l’article|Código de categoría de IVA del artículo|Codice della categoria IVA dell’articolo|Btw-categoriecode van het artikel|Kod kategorii VAT towaru
vat.rate|Umsatzsteuersatz des Artikels|Taux de TVA de l’article|Tipo de IVA del artículo|Aliquota IVA dell’articolo|Btw-tarief van het artikel|Stawka VAT towaru
vat.exemption_reason_text|Grund der Steuerbefreiung der Position|Motif d’exonération de la ligne|Motivo de exención de la línea|Motivo di esenzione della riga|Reden van vrijstelling van de regel|Podstawa zwolnienia pozycji
vat.exemption_reason_code|Code des Grundes der Steuerbefreiung der Position|Code du motif d’exonération de la ligne|Código del motivo de exención de la línea|Codice del motivo di esenzione della riga|Code van de reden van vrijstelling van de regel|Kod podstawy zwolnienia pozycji
item|Artikel|Informations sur l’article|Información del artículo|Informazioni sull’articolo|Artikelgegevens|Towar lub usługa
item.name|Artikelname|Nom de l’article|Nombre del artículo|Nome dell’articolo|Naam van het artikel|Nazwa towaru
item.description|Artikelbeschreibung|Description de l’article|Descripción del artículo|Descrizione dell’articolo|Beschrijving van het artikel|Opis towaru
item.seller_identifier|Artikelkennung des Verkäufers|Identifiant de l’article du vendeur|Identificador del artículo del vendedor|Identificativo dell’articolo del venditore|Artikelidentificator van de verkoper|Identyfikator towaru sprzedawcy
item.buyer_identifier|Artikelkennung des Käufers|Identifiant de l’article de l’acheteur|Identificador del artículo del comprador|Identificativo dell’articolo dell’acquirente|Artikelidentificator van de koper|Identyfikator towaru nabywcy
item.standard_identifier|Standardkennung des Artikels|Identifiant standard de l’article|Identificador estándar del artículo|Identificativo standard dell’articolo|Standaardidentificator van het artikel|Standardowy identyfikator towaru
item.classification_identifiers[]|Kennung der Artikelklassifizierung|Identifiant de classification de l’article|Identificador de clasificación del artículo|Identificativo di classificazione dell’articolo|Identificator van de artikelclassificatie|Identyfikator klasyfikacji towaru
item.classification_identifiers[].name|Name der Artikelklassifizierung|Nom de la classification de l’article|Nombre de la clasificación del artículo|Nome della classificazione dell’articolo|Naam van de artikelclassificatie|Nazwa klasyfikacji towaru
item.country_of_origin|Ursprungsland des Artikels|Pays d’origine de l’article|País de origen del artículo|Paese di origine dell’articolo|Land van oorsprong van het artikel|Kraj pochodzenia towaru
item.attributes[]|Artikelattribut|Attribut de l’article|Atributo del artículo|Attributo dell’articolo|Artikelattribuut|Atrybut towaru
item.attributes[].name|Name des Artikelattributs|Nom de l’attribut de l’article|Nombre del atributo del artículo|Nome dell’attributo dell’articolo|Naam van het artikelattribuut|Nazwa atrybutu towaru
item.attributes[].value|Wert des Artikelattributs|Valeur de l’attribut de l’article|Valor del atributo del artículo|Valore dell’attributo dell’articolo|Waarde van het artikelattribuut|Wartość atrybutu towaru
item.attributes[].code|Code des Artikelattributs|Code de l’attribut de l’article|Código del atributo del artículo|Codice dell’attributo dell’articolo|Code van het artikelattribuut|Kod atrybutu towaru
item.attributes[].quantity|Maß des Artikelattributs|Mesure de l’attribut de l’article|Medida del atributo del artículo|Misura dell’attributo dell’articolo|Maat van het artikelattribuut|Miara atrybutu towaru
item.attributes[].unit_code|Einheit des Artikelattributs|Unité de l’attribut de l’article|Unidad del atributo del artículo|Unità dell’attributo dell’articolo|Eenheid van het artikelattribuut|Jednostka atrybutu towaru
item.industry_identifier|Branchenkennung des Artikels|Identifiant sectoriel de l’article|Identificador sectorial del artículo|Identificativo di settore dell’articolo|Branche-identificator van het artikel|Branżowy identyfikator towaru
item.identifier|Kennung des Artikels|Identifiant de l’article|Identificador del artículo|Identificativo dell’articolo|Identificator van het artikel|Identyfikator towaru
item.model_identifier|Modellkennung|Identifiant du modèle|Identificador del modelo|Identificativo del modello|Modelidentificator|Identyfikator modelu
item.batch_identifiers[]|Chargenkennung|Identifiant du lot|Identificador del lote|Identificativo del lotto|Batchidentificator|Identyfikator partii
item.brand_name|Marke|Marque|Marca|Marca|Merk|Marka
item.model_name|Modellname|Nom du modèle|Nombre del modelo|Nome del modello|Modelnaam|Nazwa modelu
item.instances[]|Exemplar des Artikels|Instance de l’article|Ejemplar del artículo|Esemplare dell’articolo|Exemplaar van het artikel|Egzemplarz towaru
item.instances[].batch_identifier|Charge des Exemplars|Lot de l’instance|Lote del ejemplar|Lotto dell’esemplare|Batch van het exemplaar|Partia egzemplarza
item.instances[].serial_identifier|Seriennummer des Exemplars|Numéro de série de l’instance|Número de serie del ejemplar|Numero di serie dell’esemplare|Serienummer van het exemplaar|Numer seryjny egzemplarza
item.included_items[]|Enthaltener Artikel|Article inclus|Artículo incluido|Articolo incluso|Inbegrepen artikel|Zawarty towar
item.included_items[].identifier|Kennung des enthaltenen Artikels|Identifiant de l’article inclus|Identificador del artículo incluido|Identificativo dell’articolo incluso|Identificator van het inbegrepen artikel|Identyfikator zawartego towaru
item.included_items[].standard_identifier|Standardkennung des enthaltenen Artikels|Identifiant standard de l’article inclus|Identificador estándar del artículo incluido|Identificativo standard dell’articolo incluso|Standaardidentificator van het inbegrepen artikel|Standardowy identyfikator zawartego towaru
item.included_items[].seller_identifier|Kennung des Verkäufers für den enthaltenen Artikel|Identifiant du vendeur de l’article inclus|Identificador del vendedor del artículo incluido|Identificativo del venditore dell’articolo incluso|Identificator van de verkoper van het inbegrepen artikel|Identyfikator sprzedawcy zawartego towaru
item.included_items[].buyer_identifier|Kennung des Käufers für den enthaltenen Artikel|Identifiant de l’acheteur de l’article inclus|Identificador del comprador del artículo incluido|Identificativo dell’acquirente dell’articolo incluso|Identificator van de koper van het inbegrepen artikel|Identyfikator nabywcy zawartego towaru
item.included_items[].industry_identifier|Branchenkennung des enthaltenen Artikels|Identifiant sectoriel de l’article inclus|Identificador sectorial del artículo incluido|Identificativo di settore dell’articolo incluso|Branche-identificator van het inbegrepen artikel|Branżowy identyfikator zawartego towaru
item.included_items[].name|Name des enthaltenen Artikels|Nom de l’article inclus|Nombre del artículo incluido|Nome dell’articolo incluso|Naam van het inbegrepen artikel|Nazwa zawartego towaru
item.included_items[].description|Beschreibung des enthaltenen Artikels|Description de l’article inclus|Descripción del artículo incluido|Descrizione dell’articolo incluso|Beschrijving van het inbegrepen artikel|Opis zawartego towaru
item.included_items[].quantity|Menge des enthaltenen Artikels|Quantité de l’article inclus|Cantidad del artículo incluido|Quantità dell’articolo incluso|Hoeveelheid van het inbegrepen artikel|Ilość zawartego towaru
item.included_items[].unit_code|Einheit des enthaltenen Artikels|Unité de l’article inclus|Unidad del artículo incluido|Unità dell’articolo incluso|Eenheid van het inbegrepen artikel|Jednostka zawartego towaru
parent_line_identifier|Kennung der übergeordneten Position|Identifiant de la ligne parente|Identificador de la línea principal|Identificativo della riga principale|Identificator van de bovenliggende regel|Identyfikator pozycji nadrzędnej
status_code|Statuscode der Position|Code de statut de la ligne|Código de estado de la línea|Codice di stato della riga|Statuscode van de regel|Kod statusu pozycji
status_reason_code|Art der Position (DETAIL, GROUP, INFORMATION)|Type de ligne (DETAIL, GROUP, INFORMATION)|Tipo de línea (DETAIL, GROUP, INFORMATION)|Tipo di riga (DETAIL, GROUP, INFORMATION)|Soort regel (DETAIL, GROUP, INFORMATION)|Rodzaj pozycji (DETAIL, GROUP, INFORMATION)
note_subject_code|Code für den Betreff der Bemerkung|Code du sujet de la note|Código del asunto de la nota|Codice dell’oggetto della nota|Code van het onderwerp van de notitie|Kod tematu uwagi
note_content_code|Code für den Inhalt der Bemerkung|Code du contenu de la note|Código del contenido de la nota|Codice del contenuto della nota|Code van de inhoud van de notitie|Kod treści uwagi
sales_order_reference|Auftragsreferenz der Position|Référence de l’ordre de vente de la ligne|Referencia de la orden de venta de la línea|Riferimento dell’ordine di vendita della riga|Verkooporderreferentie van de regel|Numer zlecenia sprzedaży pozycji
sales_order_line_reference|Referenz der Auftragsposition|Référence de la ligne de l’ordre de vente|Referencia de la línea de la orden de venta|Riferimento della riga dell’ordine di vendita|Referentie van de verkooporderregel|Numer pozycji zlecenia sprzedaży
sales_order_issue_date|Datum des Auftrags der Position|Date de l’ordre de vente de la ligne|Fecha de la orden de venta de la línea|Data dell’ordine di vendita della riga|Datum van de verkooporder van de regel|Data zlecenia sprzedaży pozycji
purchase_order_reference|Bestellreferenz der Position|Référence de la commande de la ligne|Referencia del pedido de la línea|Riferimento dell’ordine della riga|Inkooporderreferentie van de regel|Numer zamówienia pozycji
purchase_order_issue_date|Datum der Bestellung der Position|Date de la commande de la ligne|Fecha del pedido de la línea|Data dell’ordine della riga|Datum van de inkooporder van de regel|Data zamówienia pozycji
quotation_reference|Angebotsreferenz der Position|Référence du devis de la ligne|Referencia de la oferta de la línea|Riferimento dell’offerta della riga|Offertereferentie van de regel|Numer oferty pozycji
quotation_line_reference|Referenz der Angebotsposition|Référence de la ligne du devis|Referencia de la línea de la oferta|Riferimento della riga dell’offerta|Referentie van de offerteregel|Numer pozycji oferty
quotation_issue_date|Datum des Angebots der Position|Date du devis de la ligne|Fecha de la oferta de la línea|Data dell’offerta della riga|Datum van de offerte van de regel|Data oferty pozycji
contract_reference|Vertragsreferenz der Position|Référence du contrat de la ligne|Referencia del contrato de la línea|Riferimento del contratto della riga|Contractreferentie van de regel|Numer umowy pozycji
contract_line_reference|Referenz der Vertragsposition|Référence de la ligne du contrat|Referencia de la línea del contrato|Riferimento della riga del contratto|Referentie van de contractregel|Numer pozycji umowy
contract_issue_date|Datum des Vertrags der Position|Date du contrat de la ligne|Fecha del contrato de la línea|Data del contratto della riga|Datum van het contract van de regel|Data umowy pozycji
charge_free_quantity|Kostenlose Menge|Quantité gratuite|Cantidad sin cargo|Quantità gratuita|Kosteloze hoeveelheid|Ilość bezpłatna
package_quantity|Menge der Packstücke|Quantité de colis|Cantidad de bultos|Quantità di colli|Aantal colli|Liczba opakowań
charge_free_quantity_unit_code|Einheit der kostenlosen Menge|Unité de la quantité gratuite|Unidad de la cantidad sin cargo|Unità della quantità gratuita|Eenheid van de kosteloze hoeveelheid|Jednostka ilości bezpłatnej
package_quantity_unit_code|Einheit der Packstücke|Unité des colis|Unidad de los bultos|Unità dei colli|Eenheid van de colli|Jednostka opakowań
delivery.actual_delivery_date|Lieferdatum der Position|Date de livraison de la ligne|Fecha de entrega de la línea|Data di consegna della riga|Leverdatum van de regel|Data dostawy pozycji
delivery_note_reference|Lieferscheinreferenz der Position|Référence du bon de livraison de la ligne|Referencia del albarán de la línea|Riferimento del documento di trasporto della riga|Pakbonreferentie van de regel|Numer dowodu dostawy pozycji
delivery_note_line_reference|Referenz der Lieferscheinposition|Référence de la ligne du bon de livraison|Referencia de la línea del albarán|Riferimento della riga del documento di trasporto|Referentie van de pakbonregel|Numer pozycji dowodu dostawy
delivery_note_issue_date|Datum des Lieferscheins der Position|Date du bon de livraison de la ligne|Fecha del albarán de la línea|Data del documento di trasporto della riga|Datum van de pakbon van de regel|Data dowodu dostawy pozycji
despatch_advice_reference|Referenz der Versandanzeige der Position|Référence de l’avis d’expédition de la ligne|Referencia del aviso de expedición de la línea|Riferimento dell’avviso di spedizione della riga|Referentie van het verzendbericht van de regel|Numer awiza wysyłki pozycji
despatch_advice_line_reference|Referenz der Position der Versandanzeige|Référence de la ligne de l’avis d’expédition|Referencia de la línea del aviso de expedición|Riferimento della riga dell’avviso di spedizione|Referentie van de regel van het verzendbericht|Numer pozycji awiza wysyłki
despatch_advice_issue_date|Datum der Versandanzeige der Position|Date de l’avis d’expédition de la ligne|Fecha del aviso de expedición de la línea|Data dell’avviso di spedizione della riga|Datum van het verzendbericht van de regel|Data awiza wysyłki pozycji
receiving_advice_reference|Referenz der Wareneingangsmeldung der Position|Référence de l’avis de réception de la ligne|Referencia del aviso de recepción de la línea|Riferimento dell’avviso di ricevimento della riga|Referentie van het ontvangstbericht van de regel|Numer potwierdzenia odbioru pozycji
receiving_advice_line_reference|Referenz der Position der Wareneingangsmeldung|Référence de la ligne de l’avis de réception|Referencia de la línea del aviso de recepción|Riferimento della riga dell’avviso di ricevimento|Referentie van de regel van het ontvangstbericht|Numer pozycji potwierdzenia odbioru
receiving_advice_issue_date|Datum der Wareneingangsmeldung der Position|Date de l’avis de réception de la ligne|Fecha del aviso de recepción de la línea|Data dell’avviso di ricevimento della riga|Datum van het ontvangstbericht van de regel|Data potwierdzenia odbioru pozycji
preceding_invoice_references[]|Vorausgegangene Rechnung der Position|Facture antérieure de la ligne|Factura anterior de la línea|Fattura precedente della riga|Eerdere factuur van de regel|Wcześniejsza faktura pozycji
preceding_invoice_references[].reference|Nummer der vorausgegangenen Rechnung der Position|Référence de la facture antérieure de la ligne|Referencia de la factura anterior de la línea|Riferimento della fattura precedente della riga|Referentie van de eerdere factuur van de regel|Numer wcześniejszej faktury pozycji
preceding_invoice_references[].line_reference|Position der vorausgegangenen Rechnung|Ligne de la facture antérieure|Línea de la factura anterior|Riga della fattura precedente|Regel van de eerdere factuur|Pozycja wcześniejszej faktury
preceding_invoice_references[].type_code|Typ der vorausgegangenen Rechnung der Position|Type de la facture antérieure de la ligne|Tipo de la factura anterior de la línea|Tipo della fattura precedente della riga|Type van de eerdere factuur van de regel|Typ wcześniejszej faktury pozycji
preceding_invoice_references[].issue_date|Datum der vorausgegangenen Rechnung der Position|Date de la facture antérieure de la ligne|Fecha de la factura anterior de la línea|Data della fattura precedente della riga|Datum van de eerdere factuur van de regel|Data wcześniejszej faktury pozycji
additional_supporting_documents[]|Unterlage zur Position|Document de la ligne|Documento de la línea|Documento della riga|Document bij de regel|Dokument do pozycji
additional_supporting_documents[].reference|Referenz der Unterlage zur Position|Référence du document de la ligne|Referencia del documento de la línea|Riferimento del documento della riga|Referentie van het document bij de regel|Numer dokumentu do pozycji
additional_supporting_documents[].external_document_location|Ort der Unterlage zur Position|Emplacement du document de la ligne|Ubicación del documento de la línea|Ubicazione del documento della riga|Locatie van het document bij de regel|Lokalizacja dokumentu do pozycji
additional_supporting_documents[].line_reference|Position in der Unterlage|Ligne du document|Línea del documento|Riga del documento|Regel van het document|Pozycja w dokumencie
additional_supporting_documents[].type_code|Code der Art der Unterlage zur Position|Code du type de document de la ligne|Código del tipo de documento de la línea|Codice del tipo di documento della riga|Code van het soort document bij de regel|Kod rodzaju dokumentu do pozycji
additional_supporting_documents[].description|Beschreibung der Unterlage zur Position|Description du document de la ligne|Descripción del documento de la línea|Descrizione del documento della riga|Beschrijving van het document bij de regel|Opis dokumentu do pozycji
additional_supporting_documents[].reference_type_code|Code der Art der Referenz der Unterlage|Code du type de référence du document|Código del tipo de referencia del documento|Codice del tipo di riferimento del documento|Code van het soort referentie van het document|Kod rodzaju numeru dokumentu
additional_supporting_documents[].issue_date|Datum der Unterlage zur Position|Date du document de la ligne|Fecha del documento de la línea|Data del documento della riga|Datum van het document bij de regel|Data dokumentu do pozycji
`);

/** fields of an allowance, charge, penalty or discount of any group */
export const PARTS_OF_AMOUNTS = table(`
amount|Betrag|Montant|Importe|Importo|Bedrag|Kwota
base_amount|Grundbetrag|Assiette|Importe base|Importo base|Basisbedrag|Kwota bazowa
percentage|Prozentsatz|Pourcentage|Porcentaje|Percentuale|Percentage|Procent
reason|Grund|Motif|Motivo|Motivo|Reden|Powód
reason_code|Code für den Grund|Code de motif|Código del motivo|Codice del motivo|Code van de reden|Kod powodu
sequence_number|Reihenfolge|Ordre|Secuencia|Sequenza|Volgorde|Kolejność
base_quantity|Basismenge|Quantité de base|Cantidad base|Quantità base|Basishoeveelheid|Ilość bazowa
base_quantity_unit_code|Einheit der Basismenge|Unité de la quantité de base|Unidad de la cantidad base|Unità della quantità base|Eenheid van de basishoeveelheid|Jednostka ilości bazowej
basis_date|Bezugsdatum|Date de référence|Fecha de referencia|Data di riferimento|Referentiedatum|Data odniesienia
basis_period|Frist|Délai|Plazo|Periodo|Termijn|Okres
basis_period_unit_code|Einheit der Frist|Unité du délai|Unidad del plazo|Unità del periodo|Eenheid van de termijn|Jednostka okresu
basis_amount|Grundbetrag|Montant de base|Importe base|Importo base|Basisbedrag|Kwota bazowa
`);
