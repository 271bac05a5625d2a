# Installs the app's pictures and its desktop files: menu entry, icons, store description, file types, man page.
include_guard()

install(DIRECTORY assets/icons assets/stamps assets/thumbnails
  DESTINATION ${data_folder}/assets COMPONENT data OPTIONAL)

install(FILES ${REPOSE_EAST_ASIAN_FONTS} DESTINATION ${data_folder}/assets/fonts COMPONENT data)

foreach(file repose.desktop repose.metainfo.xml)
  string(REPLACE "repose." "${REPOSE_APP_ID}." installed_name ${file})
  configure_file(assets/desktop/${file}.in ${CMAKE_CURRENT_BINARY_DIR}/desktop/${installed_name} @ONLY)
endforeach()
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/desktop/${REPOSE_APP_ID}.desktop
  DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT data)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/desktop/${REPOSE_APP_ID}.metainfo.xml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT data)
configure_file(assets/desktop/repose-mime.xml ${CMAKE_CURRENT_BINARY_DIR}/desktop/repose-mime.xml @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/desktop/repose-mime.xml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME ${REPOSE_APP_ID}.xml COMPONENT data)
install(FILES assets/man/repose.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT data)

set(icon_theme ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
foreach(size 16 24 32 48 64 128 256 512)
  install(FILES assets/icons/repose-${size}.png
    DESTINATION ${icon_theme}/${size}x${size}/apps RENAME ${REPOSE_APP_ID}.png COMPONENT data)
  install(FILES assets/icons/world-${size}.png
    DESTINATION ${icon_theme}/${size}x${size}/mimetypes RENAME ${REPOSE_APP_ID}-world.png COMPONENT data)
endforeach()
install(FILES assets/icons/world.svg
  DESTINATION ${icon_theme}/scalable/mimetypes RENAME ${REPOSE_APP_ID}-world.svg COMPONENT data)
install(FILES assets/icons/repose.svg
  DESTINATION ${icon_theme}/scalable/apps RENAME ${REPOSE_APP_ID}.svg COMPONENT data)
